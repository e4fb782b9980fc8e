import fc from 'fast-check';
import { quote, type Tree, type TreeObject, toTree, write } from './json-text.ts';
import { deep, oddValue } from './odd-values.ts';

/** Bodies made of right ones, spoilt here and there. */

type Spoil = (tree: TreeObject) => Tree;

const FIELDS = [
  'exchange_mode',
  'from_abbr',
  'from_chain',
  'from_quantity',
  'to_address',
  'calc_id',
  'refund_address',
  'refund_memo',
  'ref_code',
  'client_order_id',
  'on_mismatch',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'unknown',
  '',
];
const ENTRY_FIELDS = [
  'to_abbr',
  'to_chain',
  'to_address',
  'to_ratio',
  'to_group_ratio',
  'to_memo',
  '__proto__',
  'x',
];

function setField({ fields }: TreeObject, key: string, value: Tree): TreeObject {
  const at = fields.findIndex(([name]) => name === key);
  if (at < 0) return { fields: [...fields, [key, value]] };
  return { fields: fields.with(at, [key, value]) };
}

function inEntries(tree: TreeObject, change: (items: readonly Tree[]) => readonly Tree[]): TreeObject {
  const list = tree.fields.find(([name]) => name === 'to_address')?.[1];
  if (typeof list !== 'object' || !('items' in list)) return tree;
  return setField(tree, 'to_address', { items: change(list.items) });
}

function inEntry(tree: TreeObject, nth: number, change: (item: TreeObject) => Tree): TreeObject {
  return inEntries(tree, (items) =>
    items.map((item, n) =>
      n === nth % items.length && typeof item === 'object' && 'fields' in item ? change(item) : item,
    ),
  );
}

const spoil: fc.Arbitrary<Spoil> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...FIELDS), oddValue).map(
      ([key, value]): Spoil =>
        (tree) =>
          setField(tree, key, value),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(4), fc.constantFrom(...ENTRY_FIELDS), oddValue).map(
      ([n, key, value]): Spoil =>
        (tree) =>
          inEntry(tree, n, (item) => setField(item, key, value)),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...FIELDS.slice(0, 5)).map(
      (key): Spoil =>
        (tree) => ({ fields: tree.fields.filter(([name]) => name !== key) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(4), fc.constantFrom(...ENTRY_FIELDS.slice(0, 4))).map(
      ([n, key]): Spoil =>
        (tree) =>
          inEntry(tree, n, (item) => ({ fields: item.fields.filter(([name]) => name !== key) })),
    ),
  },
  // A field that stands twice, alike or not.
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...FIELDS), oddValue).map(
      ([key, value]): Spoil =>
        ({ fields }) => ({ fields: [...fields, [key, value]] }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(4), oddValue).map(
      ([n, value]): Spoil =>
        (tree) =>
          inEntries(tree, (items) => (items.length === 0 ? items : items.with(n % items.length, value))),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, 2, 5, 6, 50).map(
      (times): Spoil =>
        (tree) =>
          inEntries(tree, ([first]) => Array(times).fill(first ?? '{}')),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Spoil>(
      (tree) => ({ items: [tree] }),
      () => 'null',
      () => '""',
      () => '[]',
      () => '5',
      () => '{}',
    ),
  },
);

/** Rare, because each costs the service a good part of a tenth of a second. */
const huge: fc.Arbitrary<Spoil> = fc.constantFrom<Spoil>(
  (tree) => setField(tree, 'to_address', `[${Array(10_000).fill('{}').join(',')}]`),
  (tree) => setField(tree, 'to_address', `[${Array(10_000).fill('1').join(',')}]`),
  (tree) => setField(tree, 'unknown', quote('x'.repeat(65_536))),
  (tree) => setField(tree, 'from_chain', quote('é'.repeat(20_000))),
  (tree) => setField(tree, 'unknown', deep(20_000)),
  (tree) => inEntries(tree, (items) => Array(800).fill(items[0] ?? '{}')),
);

const spoilText: fc.Arbitrary<(text: Buffer) => Buffer> = fc.oneof(
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((part) => (text: Buffer) => text.subarray(0, Math.floor(text.length * part))),
  fc
    .tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0xff, 0xc0, 0xed, 0x00, 0x22, 0x5c, 0x7b, 0x2c, 0x80),
    )
    .map(([part, byte]) => (text: Buffer) => {
      const at = Math.floor(text.length * part);
      return Buffer.concat([text.subarray(0, at), Buffer.from([byte]), text.subarray(at)]);
    }),
  fc
    .constantFrom('x', ' \n', '{}', '\u0000', ',')
    .map((more) => (text: Buffer) => Buffer.concat([text, Buffer.from(more)])),
  fc
    .constantFrom('\ufeff', ' ', '[', '\u0000')
    .map((more) => (text: Buffer) => Buffer.concat([Buffer.from(more), text])),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => () => Buffer.from(bytes)),
);

function spoilt(tree: TreeObject, spoils: readonly Spoil[]): Tree {
  let result: Tree = tree;
  for (const each of spoils) {
    if (typeof result === 'object' && 'fields' in result) result = each(result);
  }
  return result;
}

export function bodyOf(right: fc.Arbitrary<object>, untouched = 60): fc.Arbitrary<Buffer> {
  const spoils = fc.oneof(
    { weight: 300, arbitrary: fc.array(spoil, { minLength: 1, maxLength: 2 }) },
    { weight: untouched, arbitrary: fc.constant<Spoil[]>([]) },
    { weight: 1, arbitrary: huge.map((each) => [each]) },
  );
  const touch = fc.oneof(
    { weight: 9, arbitrary: fc.constant((text: Buffer) => text) },
    { weight: 1, arbitrary: spoilText },
  );
  return fc
    .tuple(right, spoils, touch)
    .map(([value, list, change]) => change(Buffer.from(write(spoilt(toTree(value) as TreeObject, list)))));
}
