// What is said at a table that has not begun, in English.

import type { Message } from './speech';

export const words = {
    'game.level': 'Bot',

    'lobby.title': 'Table for {game}',
    'lobby.invite': 'Send this link to your friends',
    'lobby.copy': 'Copy the link',
    'lobby.onlyHere':
        'This address works on this computer only. For friends on the same network, start the server with “kafelki serve --host 0.0.0.0” and open the page at this computer’s network address.',
    'lobby.share': 'Share…',
    'lobby.code': 'or tell them the code',
    'lobby.qr': 'QR code of the link',
    'lobby.seats': 'Seats',
    'lobby.free': 'free seat',
    'lobby.sit': 'Sit here',
    'lobby.sitFirst': 'Sit down and play',
    'lobby.addBot': 'Add a bot',
    'lobby.addPerson': 'Person on this device',
    'lobby.personName': 'Name',
    'lobby.free.up': 'Free the seat',
    'lobby.start': 'Start',
    'lobby.startHelp': 'All seats must be taken.',
    'lobby.waitHost': 'Waiting for {name} to start the game.',
    'lobby.leave': 'Leave the table',
    'lobby.close': 'Close the table',
    'lobby.host': 'host',
    'lobby.here': 'here',
    'lobby.away': 'away',
    'lobby.fair': 'Fair draws',
    'lobby.fairHelp':
        'The draws of this game are already fixed by a secret number. Its fingerprint is public from now on, the number after the end, and your device adds chance of its own.',
    'lobby.youAre': 'You play as {name}.',
    'lobby.rename': 'Change my name',
} satisfies Record<string, Message>;
