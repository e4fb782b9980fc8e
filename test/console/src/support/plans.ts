import type { Database } from '../../../../packages/service/src/store/database.ts';

/** A step of a plan: how, of which table, and how many rows it gave, if it was run. */
export interface PlanNode {
  readonly how: string;
  /** Empty where it reads none. */
  readonly table: string;
  readonly rows: number;
}

interface Explained {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly Plans?: readonly Explained[];
}

/**
 * The plans of PostgreSQL for a statement: the one for these values, and the one for all, which it turns to when a
 * statement is asked often. Or only the first, run to its end.
 */
export async function plansOf(
  database: Database,
  { text, values }: { readonly text: string; readonly values: unknown[] },
  how: 'reckoned' | 'run' = 'reckoned',
): Promise<PlanNode[][]> {
  const options = how === 'run' ? 'ANALYZE, ' : '';
  const own = await explain(database, `EXPLAIN (${options}FORMAT JSON) ${text}`, values);
  if (how === 'run') return [own];
  return [own, await explain(database, `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)];
}

async function explain(database: Database, text: string, values?: unknown[]): Promise<PlanNode[]> {
  const { rows } = await database.query<{ 'QUERY PLAN': { Plan: Explained }[] }>(text, values);
  return nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as Explained);
}

function nodesOf(node: Explained): PlanNode[] {
  const here = {
    how: node['Node Type'],
    table: node['Relation Name'] ?? '',
    rows: node['Actual Rows'] ?? 0,
  };
  return [here, ...(node.Plans ?? []).flatMap(nodesOf)];
}
