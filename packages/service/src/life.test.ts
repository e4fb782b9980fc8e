import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { DEPOSIT, DEPOSIT_CHANGES, USE } from './deposits/life.ts';
import { DRAWINGS } from './draw-lives.ts';
import { type Change, isIn, isNotIn, setTo } from './life.ts';
import { ATTEMPT, ATTEMPT_CHANGES, PURPOSE } from './payments/life.ts';
import { PAYOUT, PAYOUT_CHANGES } from './payouts/life.ts';
import { REASON, REASONS } from './payouts/reasons.ts';
import { TRADE, TRADE_CHANGES } from './trades/life.ts';

type Changes = Readonly<Record<string, Change<string>>>;
const LIVES: readonly [table: string, states: readonly string[], changes: Changes][] = [
  ['deposit', Object.values(DEPOSIT), DEPOSIT_CHANGES],
  ['payout', Object.values(PAYOUT), PAYOUT_CHANGES],
  ['attempt', Object.values(ATTEMPT), ATTEMPT_CHANGES],
  ['trade', Object.values(TRADE), TRADE_CHANGES],
];

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

/** The words that the store takes in a column. */
async function takenIn(table: string, column: string): Promise<string[]> {
  const { rows } = await store.database.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1`,
    [`${table}_${column}_check`],
  );
  return Array.from(rows[0]?.definition.matchAll(/'([^']+)'/g) ?? [], ([, word = '']) => word).toSorted();
}

describe.each(LIVES)('the life of a %s', (table, states, changes) => {
  it('reaches every state from its beginning, and no other', () => {
    const reached = new Set<string>();
    for (let before = -1; before !== reached.size; ) {
      before = reached.size;
      for (const { from, to } of Object.values(changes)) {
        if (to !== null && (from.length === 0 || from.some((state) => reached.has(state)))) reached.add(to);
      }
    }
    expect([...reached].toSorted()).toEqual(states.toSorted());
  });

  it('has the states that the store takes', async () => {
    expect(await takenIn(table, 'state')).toEqual(states.toSorted());
  });

  it('stamps and clears columns that there are', async () => {
    const { rows } = await store.database.query<{ column_name: string }>(
      'SELECT column_name FROM information_schema.columns WHERE table_name = $1',
      [table],
    );
    const columns = new Set(rows.map(({ column_name }) => column_name));
    const named = Object.values(changes).flatMap(({ stamps = [], clears = [] }) => [...stamps, ...clears]);
    expect(named.filter((column) => !columns.has(column))).toEqual([]);
  });
});

it('a trade is sent from its plan alone, and nothing leads back there', () => {
  const all: readonly Change<string>[] = Object.values(TRADE_CHANGES);
  expect(all.filter(({ to }) => to === TRADE.sent).map(({ from }) => from)).toEqual([[TRADE.planned]]);
  expect(all.filter(({ to }) => to === TRADE.planned).map(({ from }) => from)).toEqual([[]]);
});

it('an attempt expires only while no block has it, and that is its end', () => {
  const { expired } = ATTEMPT_CHANGES;
  expect([...expired.from].toSorted()).toEqual([ATTEMPT.gone, ATTEMPT.sent, ATTEMPT.signed]);
  const leaving = Object.values<Change<string>>(ATTEMPT_CHANGES).filter(({ from }) =>
    from.includes(ATTEMPT.expired),
  );
  expect(leaving).toEqual([]);
  const entering = Object.values<Change<string>>(ATTEMPT_CHANGES).filter(({ to }) => to === ATTEMPT.expired);
  expect(entering).toEqual([expired]);
});

it('every life is drawn in docs/lives.md as it is: npm run draw', () => {
  const page = readFileSync(new URL('../../../docs/lives.md', import.meta.url), 'utf8');
  for (const [name, drawing] of Object.entries(DRAWINGS)) {
    const drawn = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(page)?.[1];
    expect(drawn).toBe(drawing);
  }
});

it('the store takes the reasons, uses and purposes that there are', async () => {
  expect(await takenIn('payout', 'reason')).toEqual(Object.values(REASON).toSorted());
  expect(await takenIn('deposit', 'use')).toEqual(Object.values(USE).toSorted());
  expect(await takenIn('payment', 'purpose')).toEqual(Object.values(PURPOSE).toSorted());
  expect(Object.keys(REASONS).toSorted()).toEqual(Object.values(REASON).toSorted());
});

it('a change is written as SQL with its state, its time and what is no longer so', () => {
  expect(setTo(PAYOUT_CHANGES.arrived, '$3')).toBe("state = 'confirmed', finished_at = $3");
  expect(setTo(PAYOUT_CHANGES.undone)).toBe("state = 'signed', finished_at = DEFAULT");
  expect(() => setTo(PAYOUT_CHANGES['taken back'])).toThrow('has no state');
  expect(isIn('p.state', ['ready'])).toBe("p.state = 'ready'");
  expect(isNotIn('p.state', ['ready', 'failed'])).toBe("p.state NOT IN ('ready', 'failed')");
});
