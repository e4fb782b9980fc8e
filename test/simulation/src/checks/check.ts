import type { World } from '../world.ts';

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
      ...{ name: `check ${name}`, text, values: values(world) },
    });
    return rows.map(({ problem }) => `${name}: ${problem}`);
  };
}
