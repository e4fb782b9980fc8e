import { normalizeQueryCode } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { Queryable } from '../store/database.ts';
import type { Found } from './find-orders.ts';

/** Fewer letters begin too much. */
export const LEAST_LETTERS = 4;
const MOST_FOUND = 100;
/** All entries of an order may go to one address. */
const MOST_ENTRIES = 5;
/** Different texts that begin alike: so many are looked at, one step into an index each. */
const MOST_TEXTS = 200;
const MOST_VARIANTS = 16;

/** A part of what names an order: how it begins; and how it ends, where the middle was left out, as many pages show addresses. */
export interface TextPart {
  readonly begin: string;
  readonly end: string;
}

/** Null for what is too short to look for. */
export function partOf(text: string): TextPart | null {
  const [begin = '', end = '', ...more] = text.split(/\s*(?:…|\.{2,})\s*/);
  return more.length > 0 || begin.length < LEAST_LETTERS ? null : { begin, end };
}

/**
 * Finds the orders of which something begins like this, where nothing is exactly this. Whatever begins alike stands together in the
 * indexes by which it is found exactly, so this needs no other: from one text to the next that differs, so that of an address to which
 * a million orders go no more is read than of one to which one goes. Newest first, of the first texts that there are.
 */
export async function findPartly(
  client: Queryable,
  { begin, end }: TextPart,
  { assets }: Catalogue,
): Promise<Found[]> {
  const chains = [...new Set(assets.map(({ chain }) => chain))];
  const spaces = [...new Set(chains.map(({ space }) => space))];
  const { rows } = await client.query<Found>({
    name: 'find-partly',
    text: `
      WITH found (id, by) AS (
        SELECT id, 'order number' FROM (SELECT id, no FROM orders WHERE ${between('no', '$1::text')} ORDER BY no LIMIT ${MOST_FOUND}) AS o
         WHERE ${fits('no', '$1::text', "''::text", 'false')}
        UNION ALL
        SELECT id, 'query code' FROM (SELECT id, query_code FROM orders WHERE ${between('query_code', '$2::text')}
                                       ORDER BY query_code LIMIT ${MOST_FOUND}) AS o
         WHERE ${fits('query_code', '$2::text', "''::text", 'false')}
        UNION ALL
        SELECT o.id, 'deposit address' FROM unnest($4::text[]) AS g (begin) CROSS JOIN unnest($7::text[]) AS s (space), LATERAL (
          SELECT id, address FROM deposit_address WHERE space = s.space AND ${between('address', 'g.begin')}
           ORDER BY address LIMIT ${MOST_TEXTS}) AS d JOIN orders o ON o.address_id = d.id
         WHERE ${fits('d.address', ADDRESS, '$5::text', '$6::boolean')}
        UNION ALL
        SELECT e.order_id, 'receiving address' FROM unnest($4::text[]) AS g (begin), LATERAL (${texts('order_entry', 'address', 'g.begin')}) AS t (text),
               LATERAL (SELECT order_id FROM order_entry WHERE address = t.text ORDER BY order_id DESC LIMIT ${MOST_FOUND * MOST_ENTRIES}) AS e
         WHERE ${fits('t.text', ADDRESS, '$5::text', '$6::boolean')}
        UNION ALL
        SELECT o.id, 'refund address' FROM unnest($4::text[]) AS g (begin), LATERAL (${texts('orders', 'refund_address', 'g.begin')}) AS t (text),
               LATERAL (SELECT id FROM orders WHERE refund_address = t.text ORDER BY id DESC LIMIT ${MOST_FOUND}) AS o
         WHERE ${fits('t.text', ADDRESS, '$5::text', '$6::boolean')}
        UNION ALL
        SELECT d.order_id, 'deposit transaction' FROM unnest($8::text[]) AS g (begin) CROSS JOIN unnest($9::int[]) AS c (id), LATERAL (
          SELECT order_id, txid FROM deposit WHERE chain_id = c.id AND ${between('txid', 'g.begin')} ORDER BY txid LIMIT ${MOST_TEXTS}) AS d
         WHERE d.order_id IS NOT NULL AND ${fits('d.txid', 'g.begin', '$11::text', 'false')}
        UNION ALL
        SELECT p.order_id, 'payment transaction' FROM unnest($8::text[]) AS g (begin) CROSS JOIN unnest($9::int[]) AS c (id), LATERAL (
          SELECT payment_id, txid FROM attempt WHERE chain_id = c.id AND ${between('txid', 'g.begin')} ORDER BY txid LIMIT ${MOST_TEXTS}) AS t
          JOIN payout p ON p.payment_id = t.payment_id
         WHERE p.order_id IS NOT NULL AND ${fits('t.txid', 'g.begin', '$11::text', 'false')}
        UNION ALL
        SELECT o.id, 'client order id' FROM LATERAL (${texts('orders', 'client_order_id', '$3::text')}) AS t (text),
               LATERAL (SELECT id FROM orders WHERE client_order_id = t.text ORDER BY id DESC LIMIT ${MOST_FOUND}) AS o
         WHERE ${fits('t.text', '$3::text', "''::text", 'false')}
      )
      SELECT id, min(by) AS by FROM found GROUP BY id ORDER BY id DESC LIMIT ${MOST_FOUND}`,
    values: [
      end === '' ? begin.toUpperCase() : '',
      end === '' ? normalizeQueryCode(begin) : '',
      end === '' ? begin : '',
      addressBegins(begin),
      isHex(begin) ? end.toLowerCase() : end,
      isHex(begin),
      spaces,
      transactionBegins(begin),
      chains.map(({ id }) => id),
      begin.toLowerCase(),
      isHash(begin) ? end.toLowerCase() : end,
    ],
  });
  return rows;
}

/**
 * What begins like this, and perhaps a little more: in an order of letters that passes over capitals these stand in between.
 * Nothing comes after U+FFFF in an order of bytes or of ICU, nor after many z in any other, of what addresses are written in.
 */
function between(column: string, begin: string): string {
  return `${begin} <> '' AND ${column} >= ${begin} AND ${column} <= greatest(${begin} || U&'\\FFFF', ${begin} || repeat('z', 32))`;
}

/** How an address is meant to begin: of a hexadecimal one all of it, whatever way of writing its first letters led there. */
const ADDRESS = 'CASE WHEN $6::boolean THEN $10::text ELSE g.begin END';

/** What of that is meant. */
function fits(text: string, begin: string, end: string, isFolded: string): string {
  const read = isFolded === 'false' ? text : `CASE WHEN ${isFolded} THEN lower(${text}) ELSE ${text} END`;
  return `starts_with(${read}, ${begin}) AND right(${read}, length(${end})) = ${end}`;
}

/** The different texts that begin like this: each is one step into the index, however many rows have it. */
function texts(table: string, column: string, begin: string): string {
  return `
    WITH RECURSIVE step (text, n) AS (
      (SELECT ${column}, 1 FROM ${table} WHERE ${between(column, begin)} ORDER BY ${column} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${column} FROM ${table} WHERE ${column} > step.text AND ${between(column, begin)} ORDER BY ${column} LIMIT 1), n + 1
        FROM step WHERE step.text IS NOT NULL AND n < ${MOST_TEXTS})
    SELECT text FROM step WHERE text IS NOT NULL`;
}

function isHex(text: string): boolean {
  return /^0x[0-9a-f]*$/i.test(text);
}

/** As it is written; and of hexadecimal addresses, whose capitals are a checksum, all ways to write its first letters. */
function addressBegins(begin: string): string[] {
  if (!isHex(begin)) return [...new Set([begin, begin.toLowerCase()])];
  let written = ['0x'];
  for (const letter of begin.slice(2).toLowerCase()) {
    const ways = [...new Set([letter, letter.toUpperCase()])];
    if (written.length * ways.length > MOST_VARIANTS) break;
    written = written.flatMap((before) => ways.map((way) => before + way));
  }
  return written;
}

function isHash(text: string): boolean {
  return /^(0x)?[0-9a-f]+$/i.test(text);
}

/** Hashes are stored in small letters where they are hexadecimal; wallets leave their 0x out. */
function transactionBegins(begin: string): string[] {
  if (!isHash(begin)) return [begin];
  const plain = begin.toLowerCase().replace(/^0x/, '');
  return [...new Set([begin, plain, `0x${plain}`])].filter((each) => each.length >= LEAST_LETTERS);
}
