import { existsSync } from 'node:fs';
import type { Queryable } from '../store/database.ts';
import { SigningStopped } from './refusals.ts';

/** The kill switch in the store: the signer looks at it for every plan. */

/** Stops signing. What is being signed this moment is waited for: when this returns, nothing is signed any more. */
export async function stopSigning(client: Queryable, reason: string, at: number): Promise<void> {
  await client.query('UPDATE signer_switch SET stopped_at = coalesce(stopped_at, $1), reason = $2', [
    at,
    reason,
  ]);
}

/** Lets signing go on; false if it was not stopped. */
export async function resumeSigning(client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE signer_switch SET stopped_at = NULL, reason = '' WHERE stopped_at IS NOT NULL`,
  );
  return rowCount === 1;
}

/** Since when nothing is signed, by the store; null if it is. */
export async function signingStop(client: Queryable): Promise<{ at: number; reason: string } | null> {
  const { rows } = await client.query<{ at: number | null; reason: string }>(
    'SELECT stopped_at AS at, reason FROM signer_switch',
  );
  const found = rows[0];
  return found === undefined || found.at === null ? null : { at: found.at, reason: found.reason };
}

/** Takes the switch for this transaction: one plan is decided at a time, and not while somebody is pulling it. */
export async function holdSwitch(client: Queryable): Promise<void> {
  refuseStopped(await readSwitch(client, 'FOR UPDATE'));
}

/** Why nothing is signed, as far as the store and the file tell; null if it is. */
export async function whyStopped(client: Queryable, stopFile: string | null): Promise<string | null> {
  return (await readSwitch(client, '')) ?? fileReason(stopFile);
}

/** Throws while a file says to stop: a way that needs neither the store nor the network. */
export function checkStopFile(stopFile: string | null): void {
  refuseStopped(fileReason(stopFile));
}

function fileReason(stopFile: string | null): string | null {
  return stopFile !== null && existsSync(stopFile) ? `the file ${stopFile} is there` : null;
}

function refuseStopped(reason: string | null): void {
  if (reason !== null) throw new SigningStopped(`signing is stopped: ${reason}`);
}

async function readSwitch(client: Queryable, lock: '' | 'FOR UPDATE'): Promise<string | null> {
  const { rows } = await client.query<{ stopped_at: number | null; reason: string }>(
    `SELECT stopped_at, reason FROM signer_switch ${lock}`,
  );
  const found = rows[0];
  if (found === undefined) return 'its switch is missing in the store';
  return found.stopped_at === null ? null : found.reason;
}
