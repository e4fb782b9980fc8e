import type { Migration } from '../migrations.ts';

/** Tables that have millions of rows where a desk has run for a year. */
export const LARGE_TABLES = [
  ...['orders', 'order_entry', 'order_claim', 'order_event', 'referral_order', 'reservation'],
  ...['event_due', 'account_event', 'webhook_due', 'webhook_attempt'],
  ...['deposit', 'deposit_address', 'payout', 'payment', 'attempt', 'payment_spend', 'gathered'],
  ...['ledger_entry', 'ledger_delta', 'capital', 'result_due', 'result_order', 'roll_tally', 'roll_delta'],
  ...['signer_decision', 'screening', 'audit_entry', 'coin', 'holder'],
];

/** What of a migration may keep requests waiting, in words; nothing: it keeps nobody. */
export function lockingStatements({ sql, manner }: Pick<Migration, 'sql' | 'manner'>): string[] {
  const made = new Set(
    [
      ...statementsOf(sql)
        .join(';')
        .matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi),
    ].map(([, name]) => name),
  );
  const isLarge = (name: string) => LARGE_TABLES.includes(name) && !made.has(name);
  return statementsOf(sql).flatMap((statement) =>
    [...wrongIn(statement, isLarge), ...outOfPlace(statement, manner)].map(
      (why) => `${statement.slice(0, 80)}: ${why}`,
    ),
  );
}

/** Without comments, functions and blocks of code, whose statements run as they are called. */
function statementsOf(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

function wrongIn(statement: string, isLarge: (name: string) => boolean): string[] {
  const index = /^CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?(?:IF NOT EXISTS )?\w+ ON (?:ONLY )?(\w+)/i.exec(
    statement,
  );
  if (index !== null)
    return isLarge(index[2]!) && index[1] === undefined
      ? ['an index is built CONCURRENTLY, in a file of its own']
      : [];
  const written = /^(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)/i.exec(statement);
  if (written !== null && isLarge(written[1]!))
    return ['rows are changed by the program, some at a time, and not all of them by a migration'];
  if (/^(?:VACUUM FULL|CLUSTER|REINDEX (?!.*CONCURRENTLY)|LOCK TABLE|TRUNCATE)/i.test(statement))
    return ['it locks all of a table'];
  const altered = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)$/i.exec(statement);
  return altered !== null && isLarge(altered[1]!) ? partsOf(altered[2]!).flatMap(wrongPart) : [];
}

/** The parts of an ALTER TABLE: by commas that are in no brackets. */
function partsOf(list: string): string[] {
  let depth = 0;
  let part = '';
  const parts: string[] = [];
  for (const letter of list) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += letter;
  }
  return [...parts, part.trim()];
}

const CONSTANT = /\bDEFAULT (?:'[^']*'|-?\d+|true|false|null)/i;

function wrongPart(part: string): string[] {
  if (/^ADD (?:COLUMN )?(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\w+ /i.test(part)) {
    if (/\b(?:GENERATED|SERIAL|BIGSERIAL)\b/i.test(part))
      return ['a column that is computed for every row rewrites the table'];
    if (/\bDEFAULT\b/i.test(part) && !CONSTANT.test(part))
      return ['a default that is not constant rewrites the table'];
    if (/\bNOT NULL\b/i.test(part) && !/\bDEFAULT\b/i.test(part))
      return ['a column without a default is null in every row'];
    if (/\b(?:UNIQUE|PRIMARY KEY)\b/i.test(part)) return ['its index is built while others wait'];
    if (/\b(?:REFERENCES|CHECK)\b/i.test(part))
      return ['every row is read for it: add the column, then the rule NOT VALID, then VALIDATE it'];
    return [];
  }
  if (/^ADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)/i.test(part))
    return /\bUSING INDEX\b/i.test(part)
      ? []
      : ['its index is built while others wait: CONCURRENTLY first, then USING INDEX'];
  if (/^ADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY|NOT NULL)/i.test(part))
    return /\bNOT VALID\b/i.test(part)
      ? []
      : ['every row is read for it: NOT VALID, and VALIDATE it in the next file'];
  if (/\bSET NOT NULL\b/i.test(part))
    return ['every row is read for it: a CHECK (… IS NOT NULL) NOT VALID, validated in the next file'];
  if (/\b(?:SET DATA )?TYPE\b/i.test(part)) return ['another type rewrites the table'];
  if (/^SET (?:TABLESPACE|LOGGED|UNLOGGED|ACCESS METHOD)/i.test(part)) return ['it rewrites the table'];
  return [];
}

/** What takes long stands where that keeps nobody waiting, and there nothing else stands. */
function outOfPlace(statement: string, manner: Migration['manner']): string[] {
  const isPatient = /^ALTER TABLE \w+ VALIDATE CONSTRAINT|^ANALYZE\b/i.test(statement);
  const isAlone = /^(?:CREATE (?:UNIQUE )?INDEX|DROP INDEX|REINDEX \w+) CONCURRENTLY\b/i.test(statement);
  const wanted = isPatient ? 'patient' : isAlone ? 'alone' : 'quick';
  if (wanted === manner) return [];
  return wanted === 'quick'
    ? ['it may hold a lock while the rest of its file takes long: a file of its own']
    : [`it takes long: a file of its own that says so (${wanted})`];
}
