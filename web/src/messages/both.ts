// For the tests, which read all chapters in both languages.

import { learn } from './languages';
import type { Chapter } from './messages';

const files = Object.keys(import.meta.glob('./*.en.ts'));
const chapters = files.map((file) => /\w+/.exec(file)?.[0] as Chapter);

await Promise.all([learn('en', ...chapters), learn('pl', ...chapters)]);
