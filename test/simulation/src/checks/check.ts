import type { World } from '../world.ts';

/** SQL: an order `o` waits for its operator, who stopped it or has lost what was paid in for it. */
export const IS_OPERATORS = `
  o.status = 7 AND (o.freeze_reason = 'OPERATOR' OR EXISTS (SELECT 1 FROM loss l WHERE l.order_id = o.id))`;

/** Looks at the world when all is quiet and says what is wrong; nothing if nothing is. */
export type Check = (world: World) => Promise<string[]>;

/** A check that is one statement: every row of `problem` that it finds is one. */
export function statementCheck(
  name: string,
  text: string,
  values: (world: World) => unknown[] = () => [],
): Check {
  return async (world) => {
    const { rows } = await world.database.query<{ problem: string }>({
      name: `check ${name}`,
      text,
      values: values(world),
    });
    return rows.map(({ problem }) => `${name}: ${problem}`);
  };
}
