import { followExamples } from './examples.ts';
import { followSearch } from './search.ts';
import { followTheme } from './theme.ts';

/** All that the reference needs a script for: it can be read without. */
followTheme();
followSearch();
followExamples();
