import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlteringProxy } from '../../../../../test/support/altering-proxy.ts';
import { EvmNode } from '../../../../../test/support/evm-node.ts';
import { NotEnough, Rejected } from '../chain.ts';
import type { EvmToken } from './evm-chain.ts';
import { padded, quantity } from './hex.ts';
import {
  COIN,
  GWEI,
  NATIVE_ID,
  newestBlock,
  payment,
  selector,
  type TestChain,
  TestWallet,
  testChain,
  tokenPayment,
} from './testing/test-chain.ts';

const RATE = 20n * GWEI;
const ETH = { id: NATIVE_ID, abbr: 'ETH', contract: null };
const TOKENS = { USDC: 2, USDT: 4, FEE: 5, BLK: 6 } as const;
const CONTRACTS = {
  USDC: 'StandardToken',
  USDT: 'SilentToken',
  FEE: 'FeeToken',
  BLK: 'BlockingToken',
} as const;

const wallet = new TestWallet();
const treasury = wallet.address(0);
/** Nobody of ours. */
const client = '0x52908400098527886E0F7030069857D2E4169EE7';

let node: EvmNode;
let test: TestChain;
let nonce: number;
let tokens: EvmToken[];
const contracts = {} as Record<keyof typeof TOKENS, string>;

beforeAll(async () => {
  node = await EvmNode.start();
  for (const [abbr, name] of Object.entries(CONTRACTS)) {
    const decimals = name === 'StandardToken' ? padded('0x6') : '';
    contracts[abbr as keyof typeof TOKENS] = await node.deploy(name, decimals);
  }
  tokens = Object.entries(TOKENS).map(([abbr, id]) => ({
    id,
    abbr,
    contract: contracts[abbr as keyof typeof TOKENS],
  }));
  test = testChain([node.url], wallet, tokens);
  await node.setBalance(treasury, 100n * COIN);
  for (const { contract } of tokens) await node.send(tokenPayment(contract, treasury, 1_000_000n));
  await node.mine();
});

beforeEach(async () => {
  nonce = await test.chain.nextNonce(treasury);
});

afterAll(() => node?.stop());

async function holds(address: string, contract?: string): Promise<bigint> {
  if (contract === undefined) return quantity(await node.rpc.call('eth_getBalance', [address, 'latest']));
  const data = selector('balanceOf(address)') + padded(address);
  return quantity(await node.rpc.call('eth_call', [{ to: contract, data }, 'latest']));
}

async function pay(request: Parameters<TestChain['chain']['sign']>[0]) {
  const signed = await test.chain.sign(request);
  await test.chain.broadcast(signed.bytes);
  await node.mine();
  const block = await newestBlock(test.chain, wallet);
  return { signed, mined: block.transactions.find(({ txid }) => txid === signed.txid) };
}

describe('a payment', () => {
  it('of the native coin arrives exactly, and its fee is told to the unit', async () => {
    const before = await holds(client);
    const wealth = await holds(treasury);
    const { signed, mined } = await pay(
      payment(treasury, nonce, { address: client, assetId: NATIVE_ID, units: 123n }, RATE),
    );
    expect((await holds(client)) - before).toBe(123n);
    expect(signed.spends).toEqual([`${treasury}#${nonce}`]);
    expect(signed.feeUnits).toBe(21_000n * RATE);
    expect(mined?.feeUnits).toBeLessThanOrEqual(signed.feeUnits);
    expect(wealth - (await holds(treasury))).toBe(123n + mined!.feeUnits!);
    expect(await test.chain.statusOf(signed.txid)).toMatchObject({ state: 'mined' });
    expect(await test.chain.nextNonce(treasury)).toBe(nonce + 1);
  });

  it.each(['USDC', 'USDT'] as const)('of %s arrives exactly', async (abbr) => {
    const before = await holds(client, contracts[abbr]);
    const payee = { address: client, assetId: TOKENS[abbr], units: 77n };
    const { signed, mined } = await pay(payment(treasury, nonce, payee, RATE));
    expect((await holds(client, contracts[abbr])) - before).toBe(77n);
    expect(signed.feeUnits).toBe(test.chain.transferCost({ id: 0, abbr, contract: contracts[abbr] }, RATE));
    expect(mined?.isFailed).toBeUndefined();
  });

  it('signed twice is the same', async () => {
    const request = payment(treasury, nonce, { address: client, assetId: NATIVE_ID, units: 1n }, RATE);
    expect(await test.chain.sign(request)).toEqual(await test.chain.sign(request));
  });

  it('to a contract that does something with it has the gas for that', async () => {
    const forwarder = await node.deploy('Forwarder');
    const request = () =>
      payment(treasury, nonce, { address: forwarder, assetId: NATIVE_ID, units: 9n }, RATE);
    // The first payment to it takes more than two of the usual, as it stores a sum; further ones change that.
    await expect(pay(request())).rejects.toThrow('its receiver needs');
    await node.send({ to: forwarder, value: 1n });
    await node.mine();
    await pay(request());
    expect(await holds(forwarder)).toBe(10n);
  });

  it('in a legacy transaction arrives as well', async () => {
    const fees = { floor: 1n, cap: RATE, legacy: true, minimumPriority: 0n };
    const { chain } = testChain([node.url], wallet, [], { fees });
    const request = payment(treasury, nonce, { address: client, assetId: NATIVE_ID, units: 1n }, RATE);
    const { bytes, txid, feeUnits } = await chain.sign(request);
    await chain.broadcast(bytes);
    await node.mine();
    const block = await newestBlock(chain, wallet);
    expect(block.transactions.find((each) => each.txid === txid)?.feeUnits).toBe(feeUnits);
  });

  it('waits until a block takes it; a gap in the nonces keeps it waiting', async () => {
    const request = (number: number) =>
      payment(treasury, number, { address: client, assetId: NATIVE_ID, units: 1n }, RATE);
    const [first, second] = await Promise.all([
      test.chain.sign(request(nonce)),
      test.chain.sign(request(nonce + 1)),
    ]);
    expect(await test.chain.statusOf(second.txid)).toEqual({ state: 'unknown' });
    await test.chain.broadcast(second.bytes);
    await node.mine();
    expect(await test.chain.statusOf(second.txid)).toEqual({ state: 'waiting' });
    await test.chain.broadcast(first.bytes);
    await node.mine();
    expect(await test.chain.statusOf(second.txid)).toMatchObject({ state: 'mined' });
  });
});

describe('a payment that cannot succeed is not signed', () => {
  const request = (assetId: number, units: bigint, source = treasury) =>
    payment(source, 0, { address: client, assetId, units }, RATE);

  it('because there is not enough', async () => {
    await expect(test.chain.sign(request(NATIVE_ID, 1_000n * COIN))).rejects.toThrow(NotEnough);
    await expect(test.chain.sign(request(TOKENS.USDC, 10n ** 20n))).rejects.toThrow(NotEnough);
    const poor = wallet.address(3);
    await node.send(tokenPayment(contracts.USDC, poor, 5n));
    await node.mine();
    await expect(test.chain.sign(request(TOKENS.USDC, 5n, poor))).rejects.toThrow(/native coin/);
    expect(test.warnings.filter(({ message }) => message.includes('not believed'))).toEqual([]);
  });

  it('because the token refuses the receiver', async () => {
    await node.send({ to: contracts.BLK, data: selector('setBlocked(address)') + padded(client) });
    await node.mine();
    await expect(test.chain.sign(request(TOKENS.BLK, 5n))).rejects.toThrow(/refuses the transfer.*blocked/);
  });

  it('because it is no payment of this chain', async () => {
    await expect(test.chain.sign(request(99, 1n))).rejects.toThrow(/asset 99 is not one of Testchain/);
  });

  it.each(['overlooks', 'refuses'])('also where the node %s programs in a call', async (how) => {
    const proxy = await AlteringProxy.start(node.rpc);
    proxy.alter = async ({ method, params }, answer) => {
      if (method !== 'eth_call' || params.length < 3) return answer();
      if (how === 'refuses') throw new Error('too many arguments, want at most 2');
      return node.rpc.call(method, params.slice(0, 2));
    };
    const { chain } = testChain([proxy.url], wallet, tokens);
    await expect(chain.sign(request(TOKENS.BLK, 5n))).rejects.toThrow(/refuses the transfer.*blocked/);
    for (const assetId of [TOKENS.USDC, TOKENS.USDT]) {
      expect((await chain.sign(request(assetId, 5n))).sources).toEqual([treasury]);
    }
    await proxy.stop();
  });

  it('because less would arrive than is sent', async () => {
    await expect(test.chain.sign(request(TOKENS.FEE, 1_000n))).rejects.toThrow(
      /of 1000 units 990 would arrive/,
    );
  });
});

describe('sweeping', () => {
  it('brings the whole native balance of a deposit address to the treasury and leaves nothing', async () => {
    const deposit = wallet.address(4);
    await node.setBalance(deposit, 3n * COIN + 1n);
    const cost = test.chain.transferCost(ETH, RATE);
    const units = 3n * COIN + 1n - cost;
    const before = await holds(treasury);
    const { signed, mined } = await pay(
      payment(deposit, 0, { address: treasury, assetId: NATIVE_ID, units }, RATE),
    );
    expect(await holds(deposit)).toBe(0n);
    expect((await holds(treasury)) - before).toBe(units);
    expect(mined).toMatchObject({ sources: [deposit], feeUnits: cost });
    expect(signed.sources).toEqual([deposit]);
  });

  it('of tokens works with a top-up of just what a transfer costs', async () => {
    const deposit = wallet.address(5);
    await node.send(tokenPayment(contracts.USDT, deposit, 500n));
    await node.mine();
    const cost = test.chain.transferCost({ id: TOKENS.USDT, abbr: 'USDT', contract: contracts.USDT }, RATE);
    await pay(payment(treasury, nonce, { address: deposit, assetId: NATIVE_ID, units: cost }, RATE));
    const { mined } = await pay(
      payment(deposit, 0, { address: treasury, assetId: TOKENS.USDT, units: 500n }, RATE),
    );
    expect(await holds(deposit, contracts.USDT)).toBe(0n);
    expect(mined?.transfers).toEqual([{ index: 1, address: treasury, assetId: TOKENS.USDT, units: 500n }]);
  });
});

describe('a stuck payment', () => {
  it('is replaced by one with the same nonce at half as much again', async () => {
    const payee = { address: client, assetId: NATIVE_ID, units: 1n };
    const first = await test.chain.sign(payment(treasury, nonce, payee, 3n * GWEI));
    const second = await test.chain.sign(payment(treasury, nonce, payee, (9n * GWEI) / 2n));
    expect(second.spends).toEqual(first.spends);
    await test.chain.broadcast(first.bytes);
    await test.chain.broadcast(second.bytes);
    await node.mine();
    expect(await test.chain.statusOf(second.txid)).toMatchObject({ state: 'mined' });
    expect(await test.chain.statusOf(first.txid)).toEqual({ state: 'unknown' });
    await expect(test.chain.broadcast(first.bytes)).rejects.toThrow(Rejected);
  });

  it('is cancelled by one with the same nonce that pays nothing to itself', async () => {
    const first = await test.chain.sign(
      payment(treasury, nonce, { address: client, assetId: NATIVE_ID, units: 1n }, RATE),
    );
    const nothing = { address: treasury, assetId: NATIVE_ID, units: 0n };
    const second = await test.chain.sign(payment(treasury, nonce, nothing, (RATE * 3n) / 2n));
    await test.chain.broadcast(first.bytes);
    await test.chain.broadcast(second.bytes);
    await node.mine();
    const block = await newestBlock(test.chain, wallet);
    expect(block.transactions).toMatchObject([{ txid: second.txid, spends: first.spends, transfers: [] }]);
  });

  it('is not replaced by one that offers too little more, which may be tried again later', async () => {
    const payee = { address: client, assetId: NATIVE_ID, units: 1n };
    const [first, second] = await Promise.all(
      [RATE, RATE + 1n].map((rate) => test.chain.sign(payment(treasury, nonce, payee, rate))),
    );
    await test.chain.broadcast(first!.bytes);
    // Known already: harmless.
    await test.chain.broadcast(first!.bytes);
    const refusal = await test.chain.broadcast(second!.bytes).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(Rejected);
    await node.mine();
  });

  it('of another chain is never taken', async () => {
    const chain = testChain([node.url], wallet, []).chain;
    const plan = { address: client, assetId: NATIVE_ID, units: 1n };
    const foreign = new TestWallet();
    foreign.address(0);
    const signer = {
      sign: (each: Parameters<typeof foreign.signer.sign>[0]) =>
        foreign.signer.sign({ ...each, evmChainId: 1 } as typeof each),
    };
    const { bytes } = await testChain([node.url], wallet, [], { signer }).chain.sign(
      payment(treasury, nonce, plan, RATE),
    );
    await expect(chain.broadcast(bytes)).rejects.toThrow(Rejected);
    await expect(chain.broadcast(new Uint8Array([1, 2, 3]))).rejects.toThrow(Rejected);
  });
});

describe('a failed transaction', () => {
  it('of ours pays only its fee, and says so', async () => {
    const request = payment(treasury, nonce, { address: client, assetId: TOKENS.BLK, units: 5n }, RATE);
    const blocked = wallet.address(6);
    const signed = await test.chain.sign({
      ...request,
      payees: [{ ...request.payees[0]!, address: blocked }],
    });
    await node.send({ to: contracts.BLK, data: selector('setBlocked(address)') + padded(blocked) });
    await node.mine();
    const tokens = await holds(treasury, contracts.BLK);
    const wealth = await holds(treasury);
    await test.chain.broadcast(signed.bytes);
    await node.mine();
    const block = await newestBlock(test.chain, wallet);
    expect(block.transactions).toMatchObject([{ txid: signed.txid, isFailed: true, transfers: [] }]);
    expect(await holds(treasury, contracts.BLK)).toBe(tokens);
    expect(wealth - (await holds(treasury))).toBe(block.transactions[0]?.feeUnits);
  });

  it('of somebody to one of ours is no deposit', async () => {
    const forwarder = await node.deploy('Forwarder');
    const watched = async () => (address: string) => address.toLowerCase() === forwarder.toLowerCase();
    await node.send({ to: forwarder, value: 5n, data: selector('fail(address)') + padded(client) });
    await node.mine();
    const { height } = await test.chain.tip();
    const block = await test.chain.block(height, watched);
    expect(block?.transactions).toMatchObject([{ isFailed: true, transfers: [] }]);
  });
});

describe('balances', () => {
  it('are those of the node, of the treasury and of deposit addresses together, as of a block', async () => {
    const deposits = [wallet.address(7), wallet.address(8)];
    await node.setBalance(deposits[0]!, 11n);
    await node.send(tokenPayment(contracts.USDC, deposits[1]!, 13n));
    await node.mine();
    const at = await test.chain.tip();
    const holdings = { coins: [], addresses: deposits };
    const usdc = { id: TOKENS.USDC, abbr: 'USDC', contract: contracts.USDC };
    const eth = (await holds(treasury)) + 11n;
    const tokens = (await holds(treasury, contracts.USDC)) + 13n;
    await node.send({ to: treasury, value: COIN });
    await node.mine();
    expect(await test.chain.balance(ETH, holdings, at)).toBe(eth);
    expect(await test.chain.balance(usdc, holdings, at)).toBe(tokens);
    expect(
      await test.chain.balance(ETH, holdings, { height: at.height, hash: padded('0x1').padStart(66, '0x') }),
    ).toBeNull();
  });
});
