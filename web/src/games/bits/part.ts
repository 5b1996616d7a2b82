/** What only Bits shows: its task cards, and how large the areas on a ramp are. */

import { drawnWith } from '../../game/drawn_with.svelte';
import AreaSizes from './AreaSizes.svelte';
import Tasks from './Tasks.svelte';

export const above = drawnWith(Tasks);
export const over = drawnWith(AreaSizes);
