import { StartupError } from '../../startup-error.ts';
import { withDraft } from './draft.ts';
import type { BackupLabel } from './label.ts';
import type { Under } from './progress.ts';
import { type ReadBack, readBack } from './read-back.ts';
import { roomFor, withRoom } from './room.ts';
import type { Source } from './source.ts';

export interface Checked extends ReadBack {
  readonly label: BackupLabel;
}

/**
 * Sees whether a backup could be put back: a copy of it, beside the place that is named, is started and every table of it
 * read. Neither the backup nor what is in that place is touched.
 */
export async function checkBackup(source: Source, place: string, under: Under): Promise<Checked> {
  const target = `${place}.check`;
  return withRoom(target, roomFor(source.bytes), () =>
    withDraft(target, async (draft) => {
      under.progress.begin(source.step, source.bytes);
      const label = await source.fill(draft, under);
      under.progress.begin('Starting a copy of it, and reading every table', null);
      const found = await readBack(draft, 'every table').catch((error: Error) => {
        throw new StartupError(`THE BACKUP CANNOT BE USED: ${error.message}`, { cause: error });
      });
      under.signal.throwIfAborted();
      under.progress.end();
      if (label === null)
        throw new StartupError(`It has ${found.orders} orders, but no label to compare them with.`);
      if (label.orders !== found.orders)
        throw new StartupError(
          `THE BACKUP IS NOT WHAT ITS LABEL SAYS: it has ${found.orders} orders, and had ${label.orders} when it was made.`,
        );
      return { ...found, label };
    }),
  );
}
