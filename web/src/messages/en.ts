// What the page says first, and everywhere, in English: what only some parts of it say is in the
// chapters that these bring with them. A text may have {names} in it; one that depends on a number
// has a form for each plural.

import type { Message } from './speech';

export const en = {
    'page.skip': 'Skip to content',
    'page.home': 'Home',
    'page.profile': 'Profile and settings',
    'page.language': 'Polski',
    'page.unknown': 'There is nothing at this address.',
    'page.unknownHelp': 'The link may be incomplete, or the table has been closed.',
    'page.toHome': 'To the games',
    'page.loading': 'Loading…',
    'page.again': 'Try again',
    'page.close': 'Close',
    'page.yourTurn': 'Your turn',
    'page.offline': 'You are offline',
    'page.offlineHelp':
        'Kafelki needs a connection to play. Nothing is lost: games wait where you left them, and this page comes back by itself.',
    'page.failed': 'Something went wrong on this page. Reload it: nothing of your game is lost.',
    'page.reload': 'Reload',
    'page.dismiss': 'Dismiss',

    'home.moreMine': 'Show more games',
    'home.unreadable': 'Cannot be read right now',

    'game.players': '{count} players',
    'game.ages': 'ages {least}–{most}',
    'game.agesFrom': 'ages {least}+',
    'game.rules': 'Rules',

    'solo.title': 'Solo',
    'solo.score': 'Result',
    'solo.when': 'When',
    'rating.rating': 'Rating',
    'rating.provisional': 'provisional',

    'new.pairs': '{count} in pairs',
    'new.clock': 'Time',

    'lobby.copied': 'Copied',
    'lobby.closed': 'This table has been closed.',
    'lobby.closedByOperator':
        'An operator of this server has closed this table. The game counts for nobody.',

    'table.you': 'You',
    'table.setAside': 'This table cannot be opened',
    'table.next': 'Next game',
    'table.elsewhere': {
        one: 'Your turn at another table: {game}',
        other: 'Your turn at {count} other tables; next: {game}',
    },
    'table.standIn': 'a bot stands in',
    'table.resigned': 'resigned',
    'table.timeout': 'out of time',
    'table.away': 'away',
    'table.team': 'Team {number}',
    'table.board': 'Board and scores',
    'table.history': 'Moves',
    'table.chat': 'Chat',
    'table.unseen': 'Unseen',
    'table.unseenNone': 'Everything has been seen.',
    'table.fold': 'Fold away',
    'table.menu': 'Table menu',
    'table.connecting': 'Connecting…',
    'table.reconnecting': 'Connection lost. Reconnecting… Nothing is lost.',
    'table.back': 'Connected again.',
    'table.watching': {
        one: '{count} person is watching',
        other: '{count} people are watching',
    },
    'table.spectator': 'You are watching.',
    'table.time': 'Time left: {time}',
    'table.daily': 'Daily challenge, {day}',

    'status.over': 'Game over',
    'status.waitingFor': 'Waiting for {names}',
    'status.thinking': '{name} is thinking…',
    'status.turnOf': '{name} to move',
    'status.drawing': 'Tiles are being drawn…',
    'status.youWon': 'You won!',
    'status.won': '{names} won',
    'status.tie': 'A tie: {names}',
    'status.soloOver': 'Finished',

    'menu.rules': 'Rules',
    'menu.hint': 'Hint',
    'menu.return': 'Take my seat back from the bot',
    'menu.record': 'Download the record',
    'menu.home': 'All games',

    'proposal.take-back': '{name} asks to take a move back.',
    'proposal.stand-in': '{name} asks for a bot to play for {other}.',
    'proposal.rematch': '{name} asks for a rematch.',
    'proposal.own.take-back': 'You ask to take your move back.',
    'proposal.own.stand-in': 'You ask for a bot to play for {other}.',
    'proposal.own.rematch': 'You ask for a rematch.',
    'proposal.unrated': 'If everybody agrees, also {other}, the game no longer counts for ratings.',
    'proposal.agree': 'Agree',
    'proposal.decline': 'Decline',
    'proposal.withdraw': 'Withdraw',
    'proposal.waiting': 'Waiting for the others to answer.',

    'start.who': 'Who starts',
    'start.byLot': 'drawn by lot',
    'start.lot.you': 'Drawn by lot: you start.',
    'start.lot.other': 'Drawn by lot: {name} starts.',
    'start.you': 'You start.',
    'start.other': '{name} starts.',
    'history.takeBack': '{name} took a move back.',

    'move.said': '{name}: {move}',

    'rules.title': 'Rules of {game}',

    'lesson.link': 'Learn in a minute',

    'pass.title': 'Pass the device to {name}',
    'pass.help': 'Nobody else should look now.',
    'pass.leave': 'Leave the table for now',
    'pass.ready': 'I am {name}: show my tiles',

    'profile.name': 'Name',
    'profile.save': 'Save',

    'rating.value': '{rating} ± {deviation}',
} satisfies Record<string, Message>;
