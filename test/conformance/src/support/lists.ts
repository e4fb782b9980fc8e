import type { TestContext } from 'vitest';
import type { Answer } from './envelope.ts';
import { expectSuccess } from './expect.ts';
import type { Params } from './host.ts';
import { list, refcodeList } from './requests.ts';
import { samples } from './samples.ts';
import { needsLists, needsRefCode } from './skips.ts';

export interface KnownOrder {
  readonly no: string;
  readonly createdAt: number;
}

/** One of the two lists, and what it must show. */
export interface ListUnderTest {
  ask(params?: Params): Promise<Answer>;
  /** Orders that are in it, oldest first, more than a default page. Skips the test where it can show none. */
  known(ctx: TestContext): Promise<[KnownOrder, ...KnownOrder[]]>;
  noOf(row: Row): string;
  createdAtOf(row: Row): number;
}

export type Row = Readonly<Record<string, unknown>>;

export const ORDER_LIST: ListUnderTest = {
  ask: list,
  async known(ctx) {
    await needsLists(ctx);
    return placed();
  },
  noOf: (row) => row.no as string,
  createdAtOf: (row) => row.create_at as number,
};

export const REFCODE_LIST: ListUnderTest = {
  ask: refcodeList,
  async known(ctx) {
    await needsLists(ctx);
    needsRefCode(ctx);
    return placed();
  },
  noOf: (row) => row.order_no as string,
  createdAtOf: (row) => row.created_at as number,
};

/** Both, by name. */
export const LISTS: [string, ListUnderTest][] = [
  ['order list', ORDER_LIST],
  ['ref code order list', REFCODE_LIST],
];

/** The rows of a list's answer. */
export function rowsOf(answer: Answer): Row[] {
  expectSuccess(answer);
  return answer.fields.data as Row[];
}

/** The range of creation times that holds all of the orders. */
export function rangeOf(orders: readonly KnownOrder[]): { created_start: number; created_end: number } {
  const times = orders.map(({ createdAt }) => createdAt);
  return { created_start: Math.min(...times), created_end: Math.max(...times) + 1 };
}

async function placed(): Promise<[KnownOrder, ...KnownOrder[]]> {
  const orders = (await samples()).map(({ placed, createdAt }) => ({ no: placed.order_no, createdAt }));
  return orders as [KnownOrder, ...KnownOrder[]];
}
