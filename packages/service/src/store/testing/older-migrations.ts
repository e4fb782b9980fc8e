import { type Migration, readMigrations } from '../migrations.ts';

/** Our migrations before that number: a store made by them is one of an older version. */
export async function migrationsBefore(number: string): Promise<Migration[]> {
  return (await readMigrations()).filter(({ name }) => name < number);
}
