import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Where this package is. Asked by name, as code runs from its source, as compiled, and from the bundle. */
export const PACKAGE_FOLDER = dirname(
  createRequire(import.meta.url).resolve('@swapdesk/service/package.json'),
);
