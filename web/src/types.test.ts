// What is wrong here must not compile: `npm run check:types` fails where it does.

import { expectTypeOf, test } from 'vitest';

import type { EntryView, NewCommand, SocketMessage } from './types';

test('a command is one of those that there are, with all that it needs', () => {
    const send = (command: NewCommand) => command.type;
    send({ type: 'fill', seat: 1, bot: 'level-3' });
    // @ts-expect-error there is no such command
    send({ type: 'fil' });
    // @ts-expect-error a move says after how many events it is meant
    send({ type: 'move', move: 'RB f7 f8' });
    // @ts-expect-error nobody leaves a seat of their choice
    send({ type: 'leave', seat: 1 });
    expectTypeOf<'fil'>().not.toExtend<NewCommand['type']>();
});

test('the kind of an entry says what else it has', () => {
    const words = (entry: EntryView) => {
        switch (entry.kind) {
            case 'chat':
                return entry.text;
            case 'hint':
                // @ts-expect-error nobody wrote a hint
                return entry.person;
            // @ts-expect-error there is no such entry
            case 'fil':
                return '';
            default:
                return '';
        }
    };
    expectTypeOf(words).parameter(0).toEqualTypeOf<EntryView>();
});

test('the type of a message says what else it has', () => {
    const number = (message: SocketMessage) => {
        if (message.type === 'pong') return message.now;
        // @ts-expect-error only an answer to a ping tells the time
        return message.now;
    };
    expectTypeOf(number).parameter(0).toEqualTypeOf<SocketMessage>();
});
