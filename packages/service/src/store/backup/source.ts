import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { serverUser } from '../embedded/server-user.ts';
import { copyCluster, sizeOfCluster } from './copy-cluster.ts';
import { type BackupLabel, LABEL, readLabel } from './label.ts';
import { copyPlainFiles } from './plain-files.ts';
import type { Under } from './progress.ts';
import { findSealed, unsealInto } from './sealed-backup.ts';
import { openSealed } from './sealed-file.ts';

/** A backup that can be put somewhere. */
export interface Source {
  /** What is done with it, as a step. */
  readonly step: string;
  readonly bytes: number;
  /** What it says of itself, null if nothing; undefined: that is known only when it is opened. */
  label(): Promise<BackupLabel | null | undefined>;
  /** Puts data folder and database into a draft, all but the label, which it returns: null if it has none. */
  fill(draft: string, under: Under): Promise<BackupLabel | null>;
}

/** Finds the backup in a folder, or in a sealed file, for which it asks. */
export async function openSource(given: string, askPassphrase: () => Promise<string>): Promise<Source> {
  const from = resolve(given);
  const sealed = await findSealed(from);
  if (sealed !== null) return sealedSource(sealed, await askPassphrase());
  const cluster = join(from, 'postgres');
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    throw new StartupError(
      `There is no backup in ${from}: it has no database. Name a folder that npx swapdesk backup has made.`,
    );
  }
  return {
    step: 'Copying the backup',
    bytes: await sizeOfCluster(cluster, 'whole'),
    label: () => readLabel(from),
    async fill(draft, under) {
      await copyCluster(cluster, join(draft, 'postgres'), serverUser(), 'whole', under);
      await copyPlainFiles(from, draft, under);
      return readLabel(from);
    },
  };
}

async function sealedSource(path: string, passphrase: string): Promise<Source> {
  const seal = await openSealed(path, passphrase);
  return {
    step: 'Opening the sealed backup',
    bytes: (await stat(path)).size,
    label: async () => undefined,
    async fill(draft, under) {
      await unsealInto(draft, path, seal, under);
      const label = await readLabel(draft);
      await rm(join(draft, LABEL), { force: true });
      return label;
    },
  };
}
