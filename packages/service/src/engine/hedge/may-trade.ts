import type { SigningRecord } from '../../record/signing-record.ts';
import type { Queryable } from '../../store/database.ts';
import { lockHold, readHold, readStanding } from '../hold/hold.ts';
import { lockSwitch, signingStop } from '../hold/signing-switch.ts';

type Noted = Pick<SigningRecord, 'killSwitch'> | undefined;

/** Why nothing is traded now; null if it is. Whoever stops signing stops trading too. */
export async function whyNotTraded(client: Queryable, record: Noted): Promise<string | null> {
  const stop = await signingStop(client, record?.killSwitch);
  if (stop !== null) return `signing is stopped: ${stop.reason}`;
  const hold = await readHold(client);
  if (hold !== null) return `the desk is held: ${hold.why}`;
  // A store that was just promoted may lack trades that were made.
  const isKnown = (await readStanding(client)) === 'goes on';
  return isKnown ? null : 'the store is not compared with a record of what was signed yet';
}

/** The same in the transaction after which a request leaves: until its commit nobody can stop it. */
export async function holdTrading(client: Queryable, record: Noted): Promise<string | null> {
  await lockSwitch(client, 'SHARE');
  await lockHold(client);
  return whyNotTraded(client, record);
}
