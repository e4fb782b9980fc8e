import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where a program is on the PATH, or null if it is nowhere on it. */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | null> {
  for (const folder of path.split(delimiter).filter((each) => each !== '')) {
    const program = join(folder, name);
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return null;
}
