import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { SigningRecord } from './signing-record.ts';
import { RecordTaken } from './sole-keeper.ts';

/** More processes than anybody runs on one data folder. */
const MOST = 16;

/** The record that a process keeps, and those of processes that shared its folder and do not run now. */
export interface Records {
  readonly record: SigningRecord;
  readonly others: readonly SigningRecord[];
}

/** What is wrong with the place, and not with what was written there. */
const OF_THE_PLACE: Readonly<Record<string, string>> = {
  EROFS: 'its disk is mounted read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EIO: 'its disk fails',
};

function inWords(error: unknown, folder: string): unknown {
  const why = OF_THE_PLACE[(error as { code?: string }).code ?? ''];
  if (why === undefined) return error;
  return new StartupError(
    `The signing record in ${folder} cannot be written: ${why}. Nothing is signed without it. Put that right, then start again; ` +
      'never begin with an empty record in its place.',
    { cause: error },
  );
}

/**
 * Opens the record of a wallet. Each wallet has its own: what the keys of another seed signed says nothing about these.
 * It is known by the first address that it derives. Processes that share a folder keep one each.
 */
export async function openRecords(folder: string, firstAddress: string): Promise<Records> {
  const wallet = createHash('sha256').update(firstAddress).digest('hex').slice(0, 16);
  const open: SigningRecord[] = [];
  try {
    for (let n = 1; n <= MOST; n++) {
      const path = join(folder, n === 1 ? wallet : `${wallet}-${n}`);
      if (open.length > 0 && !existsSync(path)) break;
      const record = await SigningRecord.open(path).catch((error: unknown) => {
        if (error instanceof RecordTaken && n < MOST) return null;
        throw inWords(error, folder);
      });
      if (record !== null) open.push(record);
    }
  } catch (error) {
    for (const record of open) await record.close();
    throw error;
  }
  const [record, ...others] = open as [SigningRecord, ...SigningRecord[]];
  return { record, others };
}
