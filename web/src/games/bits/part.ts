/** What only Bits shows: its task cards, how large the areas on a ramp are, and how they count at the end. */

import { drawnWith } from '../../game/drawn_with.svelte';
import OverRamp from './OverRamp.svelte';
import Tasks from './Tasks.svelte';

export const above = drawnWith(Tasks);
export const over = drawnWith(OverRamp);
