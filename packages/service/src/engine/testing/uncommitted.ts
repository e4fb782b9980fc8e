import type { Database } from '../../store/database.ts';

/**
 * Cuts off what stores payments meanwhile, all but its very last step: they are signed and on record, and the store has none of
 * them. Whoever did so cannot know whether it was committed.
 */
export async function uncommitted(database: Database, meanwhile: () => Promise<unknown>): Promise<void> {
  await database.query(`
    CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut off'; END $$;
    CREATE CONSTRAINT TRIGGER cut_off AFTER INSERT ON payment DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION cut_off()`);
  await meanwhile().catch(() => {});
  await database.query('DROP TRIGGER cut_off ON payment; DROP FUNCTION cut_off()');
}
