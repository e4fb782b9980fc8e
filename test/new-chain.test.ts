import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeTransfer } from '../packages/service/src/chains/evm/erc20.ts';
import type { BitcoinEntry, EvmEntry } from '../packages/service/src/chains/known/known-chain.ts';
import { createDeskStore, type DeskStore } from './support/desk-store.ts';
import { EvmNode } from './support/evm-node.ts';
import { findNodes } from './support/found-nodes.ts';
import { type GrownTree, growTree } from './support/grown-tree.ts';
import { type RunningService, runCommand, startService } from './support/service.ts';
import { few } from './support/volume.ts';

/** A chain is data: an entry for an invented one is all that is added, and then it is swapped on. */

const PATIENCE_MS = 60_000;

const mark = { colour: '#123456', path: 'M9 9h14v14H9z' };

const EVMIA: EvmEntry = {
  id: 70,
  name: 'Evmia',
  otherNames: ['Evmia Smart Chain'],
  chainId: 700_700,
  testChainId: 700_701,
  native: {
    id: 700,
    coin: { abbr: 'EVA', name: 'Evmian', testPrice: '40', mark },
    protocol: 'EVMIA',
    decimals: 18,
    min: '0.01',
    max: '1000',
    transferCost: '0.00001',
    treasury: '5000',
  },
  tokens: [
    {
      id: 701,
      coin: { abbr: 'EUSD', name: 'Evmian Dollar', isStable: true, testPrice: '1', mark },
      protocol: 'EVMIA',
      decimals: 6,
      contract: '0x52908400098527886E0F7030069857D2E4169EE7',
      min: '1',
      max: '100000',
      transferCost: '0.00002',
      treasury: '500000',
    },
  ],
  finality: 'finalized',
  confirmations: 9,
  simulatedConfirmations: 2,
  fees: { floor: '0.1', cap: '200', priority: '0.1' },
  feeCap: '1',
  explorer: 'https://explorer.example/tx/',
  addressExplorer: 'https://explorer.example/address/',
};

const HALFCOIN: BitcoinEntry = {
  id: 71,
  name: 'Halfcoin',
  space: 'halfcoin',
  native: {
    id: 710,
    coin: { abbr: 'HLF', name: 'Halfcoin', testPrice: '500', mark },
    protocol: 'HLF',
    decimals: 8,
    min: '0.01',
    max: '100',
    transferCost: '0.0001',
    treasury: '1000',
  },
  confirmations: 5,
  simulatedConfirmations: 2,
  fees: { floor: '1', cap: '100', fallback: '5' },
  feeCap: '0.1',
  explorer: 'https://halves.example/tx/',
  addressExplorer: 'https://halves.example/address/',
  sampleAddress: 'half1qcr8te4kr609gcawutmrza0j4xv80jy8ztctqcx',
  node: { ports: { main: 1_111, test: 1_112, regtest: 1_113 }, testFolder: 'testnet' },
  coinType: 999,
  beginnings: { main: 'half1', test: 'thalf1', regtest: 'rhalf1' },
  prefixes: { main: ['half'], test: ['thalf'], regtest: ['rhalf'] },
  hasTaproot: true,
  keyHash: { main: [0x28], test: [0x6f], regtest: [0x6f] },
  scriptHash: { main: [0x29], test: [0xc4], regtest: [0xc4] },
  refused: [],
  genesis: { main: { main: '00' }, test: { test: '01' }, regtest: { regtest: '02' } },
  dust: { perKvb: 3_000 },
  maturity: 100,
};

const EVM_RECEIVER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

let tree: GrownTree;
beforeAll(async () => {
  tree = await growTree(EVMIA, HALFCOIN);
});
afterAll(() => tree?.remove());

/** An answer of the interface. */
async function call<T>(service: RunningService, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = (await (await fetch(service.url + path, post)).json()) as { msg: string; data: T };
  if (answer.msg !== 'success') throw new Error(`${path}: ${answer.msg}`);
  return answer.data;
}

async function until<T>(
  service: RunningService,
  what: string,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const giveUp = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > giveUp) throw new Error(`in vain: ${what}\n${service.output().slice(-4_000)}`);
    await sleep(200);
  }
}

interface Placed {
  readonly query_code: string;
  readonly address: string;
}

/** Places a float order as soon as it can be paid out: a new network has no treasury yet when the service is up. */
function place(
  service: RunningService,
  from: string,
  quantity: number,
  to: string,
  address: string,
): Promise<Placed> {
  const [from_chain, from_abbr] = from.split(':');
  const [to_chain, to_abbr] = to.split(':');
  const body = {
    exchange_mode: 'float',
    from_chain,
    from_abbr,
    from_quantity: quantity,
    to_address: [{ to_chain, to_abbr, to_address: address }],
  };
  return until(service, `${from} to ${to}`, () =>
    call<Placed>(service, '/openapi/order/place', body).catch(() => undefined),
  );
}

interface Shown {
  readonly status: number;
  readonly output: readonly { readonly chain: string; readonly abbr: string; readonly volume: number }[];
}

/** Waits until it is paid out, and its chain goes on meanwhile. */
function completes(
  service: RunningService,
  { query_code }: Placed,
  mine: () => Promise<unknown>,
): Promise<Shown> {
  return until(service, 'the order to be completed', async () => {
    await mine();
    const shown = await call<Shown>(service, `/openapi/order/query?query_code=${query_code}`);
    return shown.status === 4 ? shown : undefined;
  });
}

describe('an entry for a chain', () => {
  it('is all that the configuration needs', async () => {
    const { publishedSchema } = await tree.load<{ publishedSchema(): string }>(
      'configuration/published-schema.js',
    );
    const { properties } = JSON.parse(publishedSchema()).properties.chains;
    expect(properties.Evmia.description).toBe(
      'Evmia. Defaults: finality finalized, legacy false, confirmations 9, floor 0.1, cap 200, priority 0.1.',
    );
    expect(properties.Halfcoin.$ref).toBe('#/$defs/bitcoin');
    const { DEFAULT_FEE_CAPS } = await tree.load<{ DEFAULT_FEE_CAPS: Map<string, string> }>(
      'signer/fee-caps.js',
    );
    expect(DEFAULT_FEE_CAPS.get('Evmia')).toBe('1');
  });
});

describe('on simulated networks', () => {
  let store: DeskStore;
  let service: RunningService;
  beforeAll(async () => {
    // One that is in use without these chains.
    store = await createDeskStore();
    service = await startService(store.env, 'start', tree.program);
  });
  afterAll(async () => {
    await service?.stop();
    await store?.drop();
  });

  it('an invented chain is listed, with what pages show of it', async () => {
    const listed = await call<Record<string, { abbr: string }[]>>(service, '/api/v1/abbr/lists');
    expect(listed.Evmia).toMatchObject([
      { abbr: 'EVA', name: 'Evmian', type: 'EVMIA', decimal: 18, min: 0.01, confirmations: 2, contract: '' },
      { abbr: 'EUSD', decimal: 6, send: true, contract: '0x52908400098527886E0F7030069857D2E4169EE7' },
    ]);
    expect(listed.Halfcoin).toMatchObject([{ abbr: 'HLF' }]);
    const info = await call<{ chains: object[]; coins: object[] }>(service, '/openapi/service');
    expect(info.chains).toContainEqual({
      name: 'Evmia',
      explorer: '',
      address_explorer: '',
      sample_address: EVM_RECEIVER,
    });
    expect(info.coins).toContainEqual({ abbr: 'EUSD', colour: mark.colour, sign: mark.path });
  });

  it.each(
    few(2, [
      ['Evmia:EUSD', 100, 'Halfcoin:HLF', HALFCOIN.sampleAddress],
      ['Halfcoin:HLF', 1, 'Evmia Smart Chain:EVA', EVM_RECEIVER],
      ['Evmia:EVA', 2, 'Bitcoin:BTC', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
      ['Bitcoin:BTC', 0.01, 'Evmia:EUSD', EVM_RECEIVER],
    ] as const),
  )('swaps %s %d to %s', async (from, quantity, to, address) => {
    const order = await place(service, from, quantity, to, address);
    await call(service, '/testnet/pay', { query_code: order.query_code });
    // There alone: a block on every network takes longer than all else.
    const chains = [from, to].map((asset) => asset.replace(/( Smart Chain)?:.*/, ''));
    const mine = () => Promise.all(chains.map((chain) => call(service, '/testnet/mine', { chain })));
    const { output } = await completes(service, order, mine);
    expect(output).toMatchObject([{ abbr: to.split(':')[1] }]);
    expect(output[0]?.volume).toBeGreaterThan(0);
  });
});

describe('on a real node of that id', () => {
  let node: EvmNode;
  let store: DeskStore;
  let service: RunningService;
  let token: string;
  beforeAll(async () => {
    const [kind] = (await findNodes()).evms;
    [node, store] = await Promise.all([
      EvmNode.start({ ...(kind && { kind }), chainId: EVMIA.testChainId }),
      createDeskStore(5, 'regtest'),
    ]);
    await node.rpc.call('evm_setAutomine', [false]);
    token = await node.deploy('SilentToken');
    const prices = join(store.folder, 'prices.json');
    await writeFile(prices, JSON.stringify({ EVA: 40, EUSD: 1, USDT: 1 }));
    await store.database.query("INSERT INTO setting (name, value) VALUES ('price_max_age_s', 86400)");
    await store.database.query('UPDATE wallet SET written_down_at = created_at');
    const chains = `Evmia=${node.url}`;
    const init = ['config', 'init', '--network', 'regtest', '--chains', chains];
    expect((await runCommand(init, store.env, tree.program)).code).toBe(0);
    const file = join(store.folder, 'swapdesk.config.json');
    const config = JSON.parse(await readFile(file, 'utf8'));
    Object.assign(config.chains.Evmia, { chainId: EVMIA.testChainId, tokens: { EUSD: token } });
    await writeFile(file, JSON.stringify(config));
    service = await startService({ ...store.env, SWAPDESK_PRICES_FILE: prices }, 'start', tree.program);
    const { rows } = await store.database.query("SELECT treasury FROM address_space WHERE name = 'evm'");
    await pay(rows[0].treasury, 'EVA', 100n * 10n ** 18n);
    await pay(rows[0].treasury, 'EUSD', 50_000n * 10n ** 6n);
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all([node?.stop(), store?.drop()]);
  });

  const pay = (to: string, coin: string, units: bigint) =>
    coin === 'EVA'
      ? node.send({ to, value: units })
      : node.send({ to: token, data: encodeTransfer(to as `0x${string}`, units) });

  it.each(
    few(1, [
      ['EUSD', 100, 100n * 10n ** 6n, 'EVA', '0x2222222222222222222222222222222222222222'],
      ['EVA', 2, 2n * 10n ** 18n, 'EUSD', '0x1111111111111111111111111111111111111111'],
    ] as const),
  )('swaps %s %d to the other coin', async (from, quantity, units, to, receiver) => {
    await node.mine(3);
    const order = await place(service, `Evmia:${from}`, quantity, `Evmia:${to}`, receiver);
    await pay(order.address, from, units);
    const { output } = await completes(service, order, () => node.mine());
    expect(output).toMatchObject([{ chain: 'Evmia', abbr: to }]);
    expect(output[0]?.volume).toBeGreaterThan(0);
  });
});
