import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const FOLDERS = ['/law/', '/decisions/', '/additions/'];

/** The interface's own rules first, then our reading of what it leaves open, then what we added to it. */
class LawFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      FOLDERS.findIndex((folder) => moduleId.includes(folder));
    return files.sort((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['src/**/*.test.ts'],
    // One file after the other in one process: they share a host, and the sample orders that they have placed there.
    fileParallelism: false,
    isolate: false,
    sequence: { sequencer: LawFirst },
    reporters: ['tree'],
    // Long enough to sit out a host's rate limit.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
