// The signs on buttons, as SVG paths in a box of 20 by 20.

export const ICONS = {
    first: 'M4 4v12M16 4.500v11L7 10z',
    back: 'M14.500 4v12L5 10z',
    play: 'M5.500 4v12L15 10z',
    pause: 'M5.500 4.500h3v11h-3zM11.500 4.500h3v11h-3z',
    forward: 'M5.500 4v12L15 10z',
    last: 'M16 4v12M4 4.500v11l9-5.500z',
    close: 'M5 5l10 10M15 5L5 15',
    menu: 'M3.500 5.500h13M3.500 10h13M3.500 14.500h13',
    more: 'M4.5 10a.6.6 0 1 0 .01 0zM10 10a.6.6 0 1 0 .01 0zM15.5 10a.6.6 0 1 0 .01 0z',
    hint: 'M10 2a5.500 5.500 0 0 0-3.300 9.900c.6.5.8 1 .8 1.600h5c0-.6.2-1.100.8-1.600A5.500 5.500 0 0 0 10 2zM7.800 16h4.400M8.800 18.300h2.400',
    history: 'M4 5.500h.010M8 5.500h8.500M4 10h.010M8 10h8.500M4 14.500h.010M8 14.500h8.500',
    chat: 'M3 4h14v9.500H9.500L5.500 17v-3.500H3z',
    unseen: 'M4 7.500h9V17H4zM7 7.500V4h9.500v9.500H13',
    eye: 'M1.800 10C4 5.800 6.800 4 10 4s6 1.800 8.200 6c-2.200 4.200-5 6-8.200 6s-6-1.800-8.200-6zm8.200-2.800a2.800 2.800 0 1 0 .01 0z',
} as const;

export type IconName = keyof typeof ICONS;
