// For the tests, which read both languages.

import { learn } from './languages';

await Promise.all([learn('en'), learn('pl')]);
