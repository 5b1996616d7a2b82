import { expect, test, vi } from 'vitest';

import { ServerTime } from './server_time';

test('the server’s time goes on by itself, whatever the device’s clock shows', () => {
    let own = 5_000;
    const time = new ServerTime(() => own);
    expect(time.known).toBe(false);
    expect(time.now).toBe(0);
    time.asked();
    own += 200; // there and back
    time.heard(1_000_000);
    expect(time.known).toBe(true);
    expect(time.now).toBe(1_000_100);
    vi.useFakeTimers({ now: 77 });
    own += 1_500;
    expect(time.now).toBe(1_001_600);
    vi.useRealTimers();
});

test('it is the latest answer that counts: a device that slept has missed time', () => {
    let own = 0;
    const time = new ServerTime(() => own);
    time.asked();
    time.heard(1_000);
    own = 10;
    time.asked();
    time.heard(3_600_000);
    expect(time.now).toBe(3_600_000);
    time.heard(Number.NaN);
    expect(time.now).toBe(3_600_000);
});
