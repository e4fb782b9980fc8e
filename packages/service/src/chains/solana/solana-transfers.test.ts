import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTokenAccount, transferNative } from './instructions.ts';
import type { Instruction } from './message.ts';
import { ASSOCIATED, MEMOS, TOKEN } from './program-ids.ts';
import { rentOf } from './rent.ts';
import { maySay, saidIn } from './said.ts';
import type { SolanaChain } from './solana-chain.ts';
import {
  addressOf,
  NATIVE_ID,
  newestBlock,
  only,
  SOL,
  STRANGER,
  TestDesk,
  USDC_ID,
} from './testing/test-desk.ts';

/** Transfers that no plain instruction makes, and what is said with transfers. */

let desk: TestDesk;
let chain: SolanaChain;
beforeAll(async () => {
  desk = await TestDesk.open();
  chain = desk.chain();
});
afterAll(() => desk.close());

const [to = ''] = [addressOf(1)];

async function sent(keys: readonly number[], instructions: readonly Instruction[]) {
  desk.send(keys, instructions);
  desk.mine();
  return only(await newestBlock(chain, desk));
}

describe('what comes', () => {
  it('of a token by a transfer inside a call counts', async () => {
    // The program of associated accounts lets an owner recover what somebody sent to an account of their account: it calls the token program.
    const account = desk.tokenAccount(to);
    const nested = desk.tokenAccount(account);
    desk.putTokens(to, 0n);
    desk.putTokens(account, 70_000_000n);
    const recover: Instruction = {
      program: ASSOCIATED,
      accounts: [
        { address: nested, changes: true },
        { address: desk.mint },
        { address: account, changes: true },
        { address: account },
        { address: desk.mint },
        { address: to, signs: true, changes: true },
        { address: TOKEN },
      ],
      data: Uint8Array.of(2),
    };
    const { transfers } = await sent([STRANGER, 1], [recover]);
    // With the rent of what it closed.
    expect(transfers).toMatchObject([
      { address: to, assetId: NATIVE_ID, units: rentOf(165) },
      { address: to, assetId: USDC_ID, units: 70_000_000n },
    ]);
  });

  it('of the native coin by another program than that for transfers counts', async () => {
    // Closing a token account gives what it kept to whom its owner likes.
    const account = desk.tokenAccount(desk.stranger);
    const held = desk.ledger.accountAt(account, desk.ledger.newest.slot)!;
    desk.putTokens(desk.stranger, 0n);
    const found = await sent([STRANGER], [closeTokenAccount(account, to, desk.stranger, TOKEN)]);
    expect(found.transfers).toEqual([
      { index: expect.any(Number), address: to, assetId: NATIVE_ID, units: held.lamports },
    ]);
    desk.ledger.put(account, held);
  });

  it('counts beside what goes to somebody who has more than JSON can state exactly', async () => {
    const whale = addressOf(5_000);
    desk.ledger.fund(whale, 164_011_035_098_290_000n);
    const { transfers } = await sent(
      [STRANGER],
      [transferNative(desk.stranger, whale, 1_000n), transferNative(desk.stranger, to, SOL)],
    );
    expect(transfers).toMatchObject([
      { address: whale, units: 1_000n },
      { address: to, units: SOL },
    ]);
  });
});

describe('what is said', () => {
  const memo = (text: string, program: string = MEMOS[0]): Instruction => ({
    program,
    accounts: [],
    data: utf8ToBytes(text),
  });
  const shop = addressOf(7_777);

  it('in memos, and by references of a transfer, is told with it', async () => {
    const transfer = transferNative(desk.stranger, to, SOL);
    const withReference = { ...transfer, accounts: [...transfer.accounts, { address: shop }] };
    const found = await sent([STRANGER], [memo('order 17'), withReference, memo('thanks', MEMOS[1])]);
    expect(found).toMatchObject({ memo: 'order 17 thanks', references: [shop] });
    const [open, move] = desk.tokenPayment(to, 5n) as [Instruction, Instruction];
    const token = { ...move, accounts: [...move.accounts, { address: shop }] };
    expect(await sent([STRANGER], [open, token])).toMatchObject({ references: [shop] });
  });

  it('is nothing of a node that cannot tell, and keeps no block waiting', async () => {
    const [untelling] = desk.nodes;
    untelling!.alter = (answer, method) => (method === 'getTransaction' ? null : answer);
    const found = await sent([STRANGER], [memo('order 17'), transferNative(desk.stranger, to, SOL)]);
    untelling!.alter = (answer) => answer;
    expect(found.transfers).toMatchObject([{ address: to, units: SOL }]);
  });

  it('is nothing in a plain transfer, and its bytes are not asked for', async () => {
    for (const { calls } of desk.nodes) calls.length = 0;
    const found = await sent([STRANGER], desk.tokenPayment(to, 5n));
    expect([found.memo, found.references]).toEqual([undefined, undefined]);
    expect(desk.nodes.flatMap(({ calls }) => calls)).not.toContain('getTransaction');
  });

  it('can be stored and shown, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        const { memo: text } = saidIn([{ program: MEMOS[0], accounts: [], data }], []);
        expect(text).not.toMatch(/\p{C}/u);
      }),
    );
  });

  it('is asked for wherever a transaction names what it has no use for', () => {
    const used = new Set([desk.mint]);
    const named = (pubkey: string, signer = false, writable = false) => [{ pubkey, signer, writable }];
    expect(maySay(named(shop), used)).toBe(true);
    expect(maySay(named(MEMOS[1]), used)).toBe(true);
    for (const usual of [named(shop, true), named(shop, false, true), named(TOKEN), named(desk.mint)])
      expect(maySay(usual, used)).toBe(false);
  });
});
