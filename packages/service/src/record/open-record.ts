import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SigningRecord } from './signing-record.ts';
import { RecordTaken } from './sole-keeper.ts';

/** More processes than anybody runs on one data folder. */
const MOST = 16;

/** The record that a process keeps, and those of processes that shared its folder and do not run now. */
export interface Records {
  readonly record: SigningRecord;
  readonly others: readonly SigningRecord[];
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
        throw error;
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
