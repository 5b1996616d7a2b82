// Whether things move on this page: not where somebody has asked for stillness, nor unseen.

import type { Settings } from '../settings';

export function isStill({ animation }: Pick<Settings, 'animation'>): boolean {
    return (
        animation === 'off' ||
        document.visibilityState !== 'visible' ||
        matchMedia('(prefers-reduced-motion: reduce)').matches
    );
}
