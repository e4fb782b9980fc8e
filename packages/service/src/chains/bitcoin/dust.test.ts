import { schnorr } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CoreNode } from '../../../../../test/support/core-node.ts';
import { whyNoLitecoind } from '../../../../../test/support/install-litecoind.ts';
import { type Coin, Unpayable } from '../chain.ts';
import { addressOfLock, lockOfAddress, type ScriptKind } from './script.ts';
import { dustLimit } from './size.ts';
import { LITECOIN } from './testing/coins.ts';
import { inCoins, LTC, LtcDesk } from './testing/ltc-desk.ts';

const missing = await whyNoLitecoind();
if (missing !== null) console.warn(`Not tested against a real node: ${missing}`);

const KINDS: readonly ScriptKind[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr'];

describe.skipIf(missing !== null)('the least that a Litecoin node relays', () => {
  let node: CoreNode;
  let desk: LtcDesk;
  let coin: Coin;

  beforeAll(async () => {
    node = await CoreNode.start();
    desk = new LtcDesk(node);
    await node.pay({ [desk.deposits[0] as string]: '1' });
    await node.mine();
    coin = (await desk.newCoins())[0] as Coin;
  });
  afterAll(() => node?.stop());

  it.each(KINDS)('to %s is what we pay at least', async (kind) => {
    const address = await addressOf(kind);
    const lock = lockOfAddress(LITECOIN, 'regtest', address);
    expect(lock.kind).toBe(kind);
    const least = dustLimit(LITECOIN, lock);
    await expect(sign(address, least - 1n)).rejects.toThrow(Unpayable);
    expect(await verdictOn(hex.encode((await sign(address, least)).bytes))).toEqual({ allowed: true });
    const below = await node.craft([await node.coin('1')], {
      [address]: inCoins(least - 1n),
      [await node.newAddress()]: '0.999',
    });
    expect(await verdictOn(below)).toEqual({ allowed: false, reason: 'dust' });
  });

  const sign = (address: string, units: bigint) =>
    desk.chain.sign({
      payees: [{ address, units, memo: null, assetId: LTC.id }],
      coins: [coin],
      feeRate: 10_000n,
      spendAll: false,
    });

  /** Whether the node would take a transaction, as an answer of our own form. */
  async function verdictOn(raw: string): Promise<{ allowed: boolean; reason?: string }> {
    const [verdict] = (await node.call('testmempoolaccept', [raw])) as {
      allowed: boolean;
      'reject-reason'?: string;
    }[];
    const reason = verdict?.['reject-reason'];
    return { allowed: verdict?.allowed === true, ...(reason !== undefined && { reason }) };
  }

  async function addressOf(kind: ScriptKind): Promise<string> {
    if (kind === 'p2tr') {
      const program = hex.encode(schnorr.getPublicKey(new Uint8Array(32).fill(9)));
      return addressOfLock(LITECOIN, 'regtest', { kind, program }) as string;
    }
    if (kind === 'p2wsh') {
      const own = (await node.user.call('getaddressinfo', await node.newAddress())) as { pubkey: string };
      const script = (await node.call('createmultisig', 1, [own.pubkey], 'bech32')) as { address: string };
      return script.address;
    }
    return node.newAddress({ p2pkh: 'legacy', p2sh: 'p2sh-segwit', p2wpkh: 'bech32' }[kind]);
  }
});
