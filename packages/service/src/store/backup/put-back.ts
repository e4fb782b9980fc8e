import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { passOnArchive } from '../embedded/log-archive.ts';
import { syncFolder } from '../embedded/make-folder.ts';
import { findPostmaster } from '../embedded/postmaster.ts';
import { prepareSite } from '../embedded/site.ts';
import { refuseThere, withDraft } from './draft.ts';
import { keepOwner } from './keep-owner.ts';
import { removeTraces } from './plain-files.ts';
import type { Under } from './progress.ts';
import { type Recovery, recover, refuseOutOfReach } from './recover.ts';
import { roomFor, withRoom } from './room.ts';
import type { Source } from './source.ts';

/** Where a backup goes, and where what is there already goes; null: it stays, and the backup does not go there. */
export interface RestorePlace {
  readonly dataDir: string;
  readonly aside: string | null;
}

/**
 * Puts a backup where the data folder is. It is copied and made ready beside it first: whatever fails until then, the data
 * folder stands as it was. What is there already is moved aside, if a place for it is named.
 */
export async function putBack(
  source: Source,
  named: RestorePlace,
  recovery: Recovery,
  under: Under,
  makeReady: (draft: string) => Promise<void>,
): Promise<void> {
  const place = { ...named, dataDir: behindLinks(named.dataDir) };
  const { dataDir } = place;
  refuseInTheWay(place);
  const label = await source.label();
  if (recovery.at !== null && label !== undefined)
    await refuseOutOfReach(label, recovery.archive, recovery.at);
  await withRoom(dataDir, roomFor(source.bytes), () =>
    withDraft(dataDir, async (draft) => {
      under.progress.begin(source.step, source.bytes);
      const label = await source.fill(draft, under);
      under.progress.begin(recovery.at === null ? 'Starting the copy' : 'Reading the log', null);
      await recover(draft, label, recovery);
      under.signal.throwIfAborted();
      under.progress.begin('Holding the desk', null);
      await makeReady(draft);
      await removeTraces(draft);
      passOnArchive(dataDir, draft);
      await keepOwner(draft, dataDir);
      // Somebody may have started it meanwhile, or called it off.
      refuseInTheWay(place);
      under.signal.throwIfAborted();
      await moveIn(draft, place);
      under.progress.end();
    }),
  );
}

/** Where the data is: of a link, as systemd makes one for a user of its own, only the name would be moved aside. */
function behindLinks(dataDir: string): string {
  return existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
}

/** Throws if a database is where the backup should go, and cannot be moved aside. */
function refuseInTheWay({ dataDir, aside }: RestorePlace): void {
  if (!existsSync(join(dataDir, 'postgres'))) return;
  if (findPostmaster(prepareSite(dataDir)) !== undefined) {
    throw new StartupError(`Swapdesk runs in ${dataDir}. Stop it first.`);
  }
  if (aside === null) {
    throw new StartupError(
      `There is a database in ${dataDir}. To move it out of the way first, name a folder beside it: --aside FOLDER`,
    );
  }
  const folder = resolve(aside);
  refuseThere(folder);
  if (folder.startsWith(`${resolve(dataDir)}/`))
    throw new StartupError(`${folder} is within what is to be moved. Name a folder beside ${dataDir}.`);
  mkdirSync(dirname(folder), { recursive: true });
  if (statSync(dirname(folder)).dev !== statSync(dataDir).dev)
    throw new StartupError(`${folder} is on another disk than ${dataDir}. Name a folder on the same one.`);
}

async function moveIn(draft: string, { dataDir, aside }: RestorePlace): Promise<void> {
  if (aside !== null && existsSync(join(dataDir, 'postgres'))) await rename(dataDir, resolve(aside));
  if (existsSync(dataDir)) await moveInto(draft, dataDir);
  else await rename(draft, dataDir);
  await syncFolder(dirname(dataDir));
}

/** Into a folder that is there goes what it holds: nothing else that is in it is touched. */
async function moveTo(from: string, to: string): Promise<void> {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder(from) || !isFolder(to)) return rename(from, to);
  for (const name of await readdir(from)) await moveTo(join(from, name), join(to, name));
  await syncFolder(to);
}

/** The data folder may be there, with a configuration in it: that stays. The database comes last. */
async function moveInto(draft: string, dataDir: string): Promise<void> {
  const names = (await readdir(draft)).sort((a, b) => (a === 'postgres' ? 1 : b === 'postgres' ? -1 : 0));
  for (const name of names) {
    if (name.endsWith('.json') && existsSync(join(dataDir, name))) continue;
    await moveTo(join(draft, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
}
