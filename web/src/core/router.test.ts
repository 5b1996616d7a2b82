import { expect, test } from 'vitest';

import { addresses, routeOf } from './router';

test.each([
    ['/', { page: 'home' }],
    ['/profile', { page: 'profile' }],
    ['/design', { page: 'design' }],
    ['/insights', { page: 'insights' }],
    ['/mistakes', { page: 'mistakes' }],
    ['/mistakes/more', { page: 'unknown' }],
    ['/people/k2m4', { page: 'person', person: 'k2m4' }],
    ['/puzzles', { page: 'puzzles' }],
    ['/puzzles/garden/garden-1a2b', { page: 'puzzle', puzzle: 'garden-1a2b' }],
    ['/puzzles/garden', { page: 'unknown' }],
    ['/people', { page: 'unknown' }],
    ['/people/k2m4/more', { page: 'unknown' }],
    ['/games/garden', { page: 'game', game: 'garden' }],
    ['/games/garden/rules', { page: 'rules', game: 'garden' }],
    ['/games/garden/lesson', { page: 'lesson', game: 'garden' }],
    ['/t/S83RXD9X4A', { page: 'table', table: 's83rxd9x4a' }],
    ['/t/abc/at', { page: 'replay', table: 'abc', event: null }],
    ['/t/abc/at/12', { page: 'replay', table: 'abc', event: 12 }],
    ['/t/abc/at/x', { page: 'unknown' }],
    ['/t/abc/from/12', { page: 'analysis', table: 'abc', event: 12 }],
    ['/t/abc/from', { page: 'unknown' }],
    ['/t/%E0%A4%A', { page: 'table', table: '%e0%a4%a' }],
    ['/nothing/here', { page: 'unknown' }],
])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
});

test('addresses lead back to their routes', () => {
    expect(routeOf(addresses.replay('abc', 3))).toEqual({ page: 'replay', table: 'abc', event: 3 });
    expect(routeOf(addresses.analysis('abc', 3))).toEqual({
        page: 'analysis',
        table: 'abc',
        event: 3,
    });
    expect(routeOf(addresses.rules('garden'))).toEqual({ page: 'rules', game: 'garden' });
});
