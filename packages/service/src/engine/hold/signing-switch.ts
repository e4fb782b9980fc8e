import type { Queryable } from '../../store/database.ts';

/** The kill switch, a row in the store: whoever signs, sends for the first time, or stores bytes looks at it. */

/** Since when nothing is signed, and why; by whom, where that is known. */
export interface SigningStop {
  readonly at: number;
  readonly reason: string;
  readonly by?: string;
}

/** How the switch stands, and how often it has been turned: an older copy of the store has the lower number. */
export interface SwitchTurn {
  readonly turn: number;
  readonly stop: SigningStop | null;
}

/** Stops signing. What is being stored this moment is waited for: when this has committed, nothing new is. */
export async function stopSigning(
  client: Queryable,
  reason: string,
  at: number,
  by: string | null = null,
): Promise<void> {
  await client.query(
    'UPDATE signer_switch SET stopped_at = coalesce(stopped_at, $1), reason = $2, stopped_by = $3, turn = turn + 1',
    [at, reason, by],
  );
}

/** Lets signing go on; false if it was not stopped. */
export async function resumeSigning(client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE signer_switch SET stopped_at = NULL, reason = '', stopped_by = NULL, turn = turn + 1 WHERE stopped_at IS NOT NULL`,
  );
  return rowCount === 1;
}

/**
 * Takes up what is known of the switch from elsewhere, where the store knows less. A stop that it has forgotten holds again;
 * one that has ended since, but not as far as the store knows, is left for an operator to end.
 */
export async function catchUpSwitch(
  client: Queryable,
  known: SwitchTurn | null,
): Promise<SwitchTurn & { readonly wasForgotten: boolean }> {
  const { turn, stop } = turnOf(await readSwitch(client));
  if (known === null || turn >= known.turn) return { turn, stop, wasForgotten: false };
  // Somebody may stop it this moment: what stands there when it is written counts.
  const { rows: written } = await client.query<SwitchRow>(
    `UPDATE signer_switch
        SET turn = greatest(turn, $1) + 1, stopped_at = coalesce(stopped_at, $2),
            reason = CASE WHEN stopped_at IS NULL THEN $3 ELSE reason END
     RETURNING turn, stopped_at AS at, reason`,
    [known.turn, known.stop?.at ?? null, known.stop?.reason ?? ''],
  );
  return { ...turnOf(written[0]), wasForgotten: stop === null && known.stop !== null };
}

interface SwitchRow {
  turn: number;
  at: number | null;
  reason: string;
  by?: string | null;
}

function turnOf({ turn, at, reason, by }: SwitchRow = { turn: 0, at: null, reason: '' }): SwitchTurn {
  return { turn, stop: at === null ? null : { at, reason, ...(by && { by }) } };
}

/**
 * Since when nothing is signed, and why; null if it is. Whoever knows of the switch from elsewhere need not wait until a
 * store that has gone back is told.
 */
export async function signingStop(
  client: Queryable,
  known: SwitchTurn | null = null,
): Promise<SwitchTurn['stop']> {
  const found = await readSwitch(client);
  if (found === undefined) return { at: 0, reason: 'its switch is missing in the store' };
  const { turn, stop } = turnOf(found);
  return stop ?? (known !== null && turn < known.turn ? known.stop : null);
}

async function readSwitch(client: Queryable): Promise<SwitchRow | undefined> {
  const { rows } = await client.query<SwitchRow>({
    name: 'signing-switch',
    text: 'SELECT turn, stopped_at AS at, reason, stopped_by AS by FROM signer_switch',
  });
  return rows[0];
}

/** Keeps the switch as it is until the transaction ends: together with others, or alone. */
export async function lockSwitch(client: Queryable, lock: 'SHARE' | 'UPDATE'): Promise<void> {
  await client.query({
    name: `signing-switch-${lock}`,
    text: `SELECT FROM signer_switch FOR ${lock}`,
  });
}
