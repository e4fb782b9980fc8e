import { readFileSync } from 'node:fs';
import { parseJson, toJsonSchema } from '@swapdesk/contract';
import fc from 'fast-check';
import { Compile } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { KNOWN_CHAINS } from '../chains/known/known-chains.ts';
import { type Problem, problemsOf, type SchemaNode } from './problems.ts';
import { publishedSchema } from './published-schema.ts';
import { CONFIG_FILE } from './schema.ts';

const SCHEMA = toJsonSchema(CONFIG_FILE) as SchemaNode;
const root = (file: string) => new URL(`../../../../${file}`, import.meta.url);
const example = JSON.parse(readFileSync(root('docs/swapdesk.config.example.json'), 'utf8')) as unknown;
const validator = Compile(JSON.parse(publishedSchema()) as object);

function problems(value: unknown): Problem[] {
  return problemsOf(SCHEMA, parseJson(JSON.stringify(value)));
}

const LITECOIN = { family: 'bitcoin', endpoint: 'http://127.0.0.1:9332', user: 'u', password: 'p' };
const ETHEREUM = { family: 'evm', chainId: 1, endpoints: ['https://a.example'] };
const withLitecoin = (more: object) => ({ network: 'test', chains: { Litecoin: { ...LITECOIN, ...more } } });
const withEthereum = (more: object) => ({ network: 'test', chains: { Ethereum: { ...ETHEREUM, ...more } } });

describe('the published schema', () => {
  it('is the one of the code: npm run schema', () => {
    expect(readFileSync(root('swapdesk.config.schema.json'), 'utf8')).toBe(publishedSchema());
  });

  it('accepts the example', () => {
    expect(problems(example)).toEqual([]);
    expect(validator.Check(example)).toBe(true);
  });

  it('says of every field what it is', () => {
    const lacking: string[] = [];
    const walk = (node: SchemaNode & { description?: string }, path: string) => {
      for (const [name, each] of Object.entries(node.properties ?? {})) {
        const { description } = each as { description?: string };
        if (description === undefined && each.$ref === undefined) lacking.push(`${path}.${name}`);
        walk(each, `${path}.${name}`);
      }
      for (const each of node.anyOf ?? []) walk(each, path);
      for (const [name, each] of Object.entries(node.$defs ?? {})) walk(each, name);
    };
    walk(SCHEMA, '');
    expect(lacking).toEqual([]);
  });
});

describe('our own examination', () => {
  /** Files that are nearly right: the example with one thing somewhere in it replaced, removed or added. */
  const anything = fc.oneof(
    fc.constantFrom('', 'main', 'evm', 'https://x.example', '0.1', '1e5', '-1', '0x', 'tcp://x:1'),
    fc.constantFrom(0, 1, -1, 0.5, 11, 1e21, null, true),
    fc.constantFrom([], {}, ['https://x.example'], { env: 'X' }, { file: 'x' }, { env: 'X', file: 'x' }),
    fc.constantFrom({ url: 'https://x.example' }, { socket: '/x' }, { USDT: `0x${'ab'.repeat(20)}` }),
  );
  const names = fc.constantFrom('user', 'tokens', 'url', 'signer', 'Polygon', 'legacy', 'nothing', 'file');
  const mutation = fc.record({
    at: fc.nat(),
    what: fc.constantFrom('set', 'remove', 'add'),
    value: anything,
    name: names,
  });

  it('agrees with a general validator on what is right', () => {
    let right = 0;
    const property = fc.property(fc.array(mutation, { maxLength: 3 }), (mutations) => {
      const file = structuredClone(example);
      for (const each of mutations) mutate(file, each);
      const isRight = validator.Check(file);
      if (isRight) right++;
      expect(problems(file).length === 0).toBe(isRight);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
    expect(right).toBeGreaterThan(50);
  });

  function mutate(
    file: unknown,
    { at, what, value, name }: { at: number; what: string; value: unknown; name: string },
  ) {
    const holders: Record<string, unknown>[] = [];
    const gather = (node: unknown) => {
      if (typeof node !== 'object' || node === null) return;
      holders.push(node as Record<string, unknown>);
      Object.values(node).forEach(gather);
    };
    gather(file);
    const holder = holders[at % holders.length] as Record<string, unknown>;
    const keys = Object.keys(holder);
    const key = keys[at % Math.max(1, keys.length)];
    if (what === 'add' && !Array.isArray(holder)) holder[name] = structuredClone(value);
    else if (key === undefined) return;
    else if (what === 'set') holder[key] = structuredClone(value);
    else if (Array.isArray(holder)) holder.pop();
    else delete holder[key];
  }

  it.each<[string, unknown, string, string]>([
    ['no object', [], '', 'must be { "network": … }'],
    ['no network', {}, 'network', 'is missing; write "main", "test" or "regtest"'],
    ['another network', { network: 'mian' }, 'network', 'must be "main", "test" or "regtest", not "mian"'],
    ['a misspelt key', withLitecoin({ endpont: 'x' }), 'chains.Litecoin.endpont', 'did you mean "endpoint"?'],
    [
      'a key of elsewhere',
      withLitecoin({ zebra: 1 }),
      'chains.Litecoin.zebra',
      'there are family, endpoint, user',
    ],
    [
      'a chain in another case',
      { network: 'test', chains: { litecoin: LITECOIN } },
      'chains.litecoin',
      'is not known here; did you mean "Litecoin"?',
    ],
    [
      'a chain that is not followed',
      { network: 'test', chains: { Cardano: {} } },
      'chains.Cardano',
      `there are ${KNOWN_CHAINS.map(({ name }) => name).join(', ')}`,
    ],
    [
      'the other family',
      withLitecoin({ family: 'evm' }),
      'chains.Litecoin.family',
      'must be "bitcoin", not "evm"',
    ],
    [
      'no URL',
      withLitecoin({ endpoint: '127.0.0.1:9332' }),
      'chains.Litecoin.endpoint',
      'begins with http://',
    ],
    [
      'too few confirmations',
      withLitecoin({ confirmations: 0 }),
      'chains.Litecoin.confirmations',
      'must be a whole number from 1 to 10000, not 0',
    ],
    ['a fee in words', withLitecoin({ fees: { cap: 'low' } }), 'chains.Litecoin.fees.cap', 'such as "1.5"'],
    ['a fee below 0', withLitecoin({ fees: { cap: -1 } }), 'chains.Litecoin.fees.cap', 'at least 0, not -1'],
    ['no endpoint', withEthereum({ endpoints: [] }), 'chains.Ethereum.endpoints', 'must have at least 1'],
    [
      'an endpoint that is not one',
      withEthereum({ endpoints: ['https://a.example', 7] }),
      'chains.Ethereum.endpoints[1]',
      'must be a URL that begins with http:// or https://, { "env": … }, { "file": … } or { "url": … }',
    ],
    [
      'half a signer',
      { network: 'test', signer: { url: 'https://s.example', ca: 'ca', cert: 'cert' } },
      'signer.key',
      'is missing; write a path',
    ],
    ['a signer of no kind', { network: 'test', signer: {} }, 'signer', 'must be null, { "socket": … } or'],
  ])('says where and what, for %s', (_what, file, path, words) => {
    const found = problems(file);
    expect(found).toHaveLength(1);
    expect(found[0]).toEqual({ path, words: expect.stringContaining(words) });
  });

  it('never repeats what may be a secret', () => {
    const file = withEthereum({ endpoints: [{ url: 'wss://key-4711@a.example' }], quorum: 'key-4711' });
    expect(problems(file)).toHaveLength(2);
    expect(JSON.stringify(problems(file))).not.toContain('4711');
  });
});
