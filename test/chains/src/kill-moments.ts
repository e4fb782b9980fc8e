import { CHAIN_IDS, type Family } from './family-networks.ts';
import type { FamilyWorld } from './family-world.ts';

/** How far a payment has come when the process that makes it is killed. */
export const MOMENTS = [
  'on record, not stored',
  'stored, not sent',
  'sent, not answered',
  'answered, not marked',
] as const;
export type Moment = (typeof MOMENTS)[number];

/** Where the store has a transaction wait that would write, whose payment that is. */
export type Whose = 'a client’s' | 'our own';

const PATIENCE_MS = 180_000;
const LOCKS: Partial<Record<Moment, number>> = { 'on record, not stored': 2, 'answered, not marked': 4 };

/** Nothing waits, unless the lock of this moment, chain and kind of payment is held. */
const TRIGGERS = `
  CREATE FUNCTION wait_at_moment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::int + (purpose = 'payouts')::int, chain_id)
       FROM payment WHERE id = NEW.payment_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER before_stored AFTER INSERT ON attempt FOR EACH ROW EXECUTE FUNCTION wait_at_moment(2);
  CREATE TRIGGER before_marked AFTER UPDATE ON attempt FOR EACH ROW
    WHEN (OLD.state = 'signed' AND NEW.state = 'sent') EXECUTE FUNCTION wait_at_moment(4)`;

/**
 * Kills the service at a chosen moment of a payment on a chosen network, which is not left to chance: the network's own nodes do
 * it when they are given the bytes, before they take them or after; or the store has the transaction wait that would write.
 */
export class Killer {
  private readonly world: FamilyWorld;
  private armed: { readonly family: Family; readonly moment: Moment } | null = null;

  private constructor(world: FamilyWorld) {
    this.world = world;
  }

  static async open(world: FamilyWorld): Promise<Killer> {
    await world.store.database.query(TRIGGERS);
    const killer = new Killer(world);
    const { tron, solana } = world.networks;
    const submit = tron.submit.bind(tron);
    tron.submit = (hex) => (killer.isTaken('TRON') ? submit(hex) : '');
    for (const { answers } of solana.nodes) {
      const { take } = answers;
      answers.take = (bytes) => {
        if (killer.isTaken('Solana')) take(bytes);
      };
    }
    return killer;
  }

  /** Waits until a payment has come so far, and kills the service then. */
  async kill(
    { family, moment, whose }: { readonly family: Family; readonly moment: Moment; readonly whose: Whose },
    meanwhile: () => Promise<void>,
  ): Promise<void> {
    const key = [(LOCKS[moment] ?? 0) + (whose === 'our own' ? 0 : 1), CHAIN_IDS[family]];
    const holder = await this.world.store.database.connect();
    await holder.query('SELECT pg_advisory_lock($1, $2)', key);
    this.armed = { family, moment };
    const giveUp = Date.now() + PATIENCE_MS;
    while (this.world.isRunning) {
      if (Date.now() > giveUp)
        throw new Error(
          `no payment on ${family} was ${moment}:\n${this.world.service.output().slice(-4_000)}`,
        );
      const { rowCount } = await holder.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = $1 AND objid = $2
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        key,
      );
      if (rowCount === 0) await meanwhile();
      else this.world.strike();
    }
    await this.world.service.kill();
    this.armed = null;
    await holder.query('SELECT pg_advisory_unlock($1, $2)', key);
    holder.release();
  }

  /** Whether a network takes what it is given now. */
  private isTaken(family: Family): boolean {
    if (this.armed?.family !== family) return true;
    const { moment } = this.armed;
    if (moment === 'stored, not sent' || moment === 'sent, not answered') this.world.strike();
    return moment !== 'stored, not sent';
  }
}
