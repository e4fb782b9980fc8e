import { existsSync } from 'node:fs';
import { lockSwitch, type SwitchTurn, signingStop } from '../engine/hold/signing-switch.ts';
import type { Queryable } from '../store/database.ts';
import { SigningStopped } from './refusals.ts';

/** What stops the signer: the switch in the store, which it looks at for every plan, and a file. */

/**
 * Takes the switch for this transaction: one plan is decided at a time, and not while somebody is pulling it. The signer's
 * record may know of a stop that the store has forgotten.
 */
export async function holdSwitch(client: Queryable, known: SwitchTurn | null): Promise<void> {
  await lockSwitch(client, 'UPDATE');
  refuseStopped((await signingStop(client, known))?.reason ?? null);
}

/** Why nothing is signed, as far as the store and the file tell; null if it is. */
export async function whyStopped(client: Queryable, stopFile: string | null): Promise<string | null> {
  return (await signingStop(client))?.reason ?? fileReason(stopFile);
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
