import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';
import { endHold } from './hold.ts';

/** What has to be settled before a hold ends. */
export interface Undecided {
  /** Payments that were signed and that the store lacks. */
  readonly lost: number;
  /** Chains that have not been followed to their tip with books that agree, by name. */
  readonly chains: readonly string[];
  /** Where the records lie that were in use and have not been compared since. */
  readonly records: readonly string[];
  /** Address spaces of which not all that may have been given is derived again. */
  readonly spaces: readonly string[];
}

/**
 * Reads what is undecided, of the chains that are followed: these, and those that another engine follows now. One of the next version may
 * bring a chain that this one does not know.
 */
export async function readUndecided(client: Queryable, chainIds: readonly number[]): Promise<Undecided> {
  const { rows } = await client.query<Undecided>(
    `SELECT (SELECT count(*)::int FROM lost_payment WHERE NOT is_idle AND NOT is_kept) AS lost,
            ARRAY (SELECT c.name FROM chain c
                    WHERE (c.id = ANY ($1::int[])
                           OR EXISTS (SELECT 1 FROM lease l WHERE l.name = 'chain ' || c.id AND l.until >= extract(epoch FROM clock_timestamp())))
                      AND NOT EXISTS (SELECT 1 FROM hold_chain h WHERE h.chain_id = c.id) ORDER BY c.id) AS chains,
            ARRAY (SELECT folder FROM signing_record WHERE is_waited_for ORDER BY folder) AS records,
            ARRAY (SELECT name FROM address_space WHERE derived < given ORDER BY name) AS spaces`,
    [chainIds],
  );
  return rows[0] as Undecided;
}

export function isDecided({ lost, chains, records, spaces }: Undecided): boolean {
  return lost === 0 && chains.length === 0 && records.length === 0 && spaces.length === 0;
}

/** The same for an operator, a line for each with what to do. */
export function undecidedLines({ lost, chains, records, spaces }: Undecided): string[] {
  return [
    ...(lost === 0
      ? []
      : [`  ${lost} signed payments that the store does not know: npx swapdesk hold settle TXID --why …`]),
    ...chains.map(
      (name) => `  ${name}: not followed to its tip yet, or its books differ: npx swapdesk halt list`,
    ),
    ...records.map(
      (folder) =>
        `  the record in ${folder} was not compared: start what keeps it, or, if it is lost: npx swapdesk hold release --why …`,
    ),
    ...spaces.map((name) => `  ${name}: addresses that may have been given are being derived`),
  ];
}

/** Ends the hold when nothing is undecided any more. */
export async function goOnIfDecided(engine: Engine, lease: Lease): Promise<void> {
  const ids = engine.chains.map(({ id }) => id);
  const isOver = await underLease(engine.database, lease, async (client) => {
    // Whoever begins a hold waits for this to commit.
    await client.query('SELECT 1 FROM hold FOR UPDATE');
    return isDecided(await readUndecided(client, ids)) && (await endHold(client));
  });
  if (isOver) engine.tell('Store, chains and signing record agree: the desk goes on.');
}
