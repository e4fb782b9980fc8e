import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedPayment } from '../../../packages/service/src/record/recorded-payment.ts';
import { SigningRecord } from '../../../packages/service/src/record/signing-record.ts';
import type { NodeProcess } from './node-process.ts';

/** The disks of the machines on which nodes run: they outlive nodes, and are not restored with the store. */
export class Disks {
  private readonly folder: string;
  /** Chain and transaction of all that was ever noted as signed. */
  readonly signed = new Map<string, RecordedPayment>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Disks> {
    return new Disks(await mkdtemp(join(tmpdir(), 'swapdesk-simulation-')));
  }

  record(place: number): Promise<SigningRecord> {
    return SigningRecord.open(join(this.folder, String(place)));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What writes to the disk, and is over when it is written. */
const WRITES: readonly (string | symbol)[] = [
  ...['note', 'drop', 'nextTick', 'noteAddresses', 'noteHeld', 'noteGoesOn', 'noteSwitch'],
];

/** A record as a node reaches it: before and after every write the node may die. */
export function mortalRecord(record: SigningRecord, process: NodeProcess, { signed }: Disks): SigningRecord {
  return new Proxy(record, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!WRITES.includes(name)) return value.bind(target);
      if (name === 'note')
        return (payments: readonly RecordedPayment[]) => {
          for (const each of payments) signed.set(`${each.chainId} ${each.txid}`, each);
          return process.effect('note on record', false, () => target.note(payments));
        };
      return (...given: unknown[]) =>
        process.effect(`${String(name)} on record`, false, () => value.apply(target, given));
    },
  });
}
