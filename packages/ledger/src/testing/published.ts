import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ORDER_STATUS } from '@swapdesk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepInMind } from '../../../../test/support/still-running.ts';
import type { WalletDesk } from '../../../../test/support/wallet-desk.ts';
import { whileMining } from '../../../../test/support/while-mining.ts';
import { isSigned, readPayload } from './device.ts';
import { type LedgerDesk, openLedgerDesk } from './open-ledger-desk.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/swapdesk-ledger.mjs', import.meta.url));
const BTC = 'bip122:000000000019d6689c085ae165831e93/slip44:0';
const ETH = 'eip155:1/slip44:60';
const USDT = 'eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7';
const REFUND = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const PAYOUT = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const nonce = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);

/** What Ledger's servers and devices do with a provider, against a running desk; each answer is held against the published schema. */
export function describePublished(open: () => WalletDesk): void {
  let desk: LedgerDesk;
  beforeAll(async () => {
    desk = await openLedgerDesk(open());
  });
  afterAll(() => desk?.close());

  const wish = { from: BTC, to: USDT, amount: '0.05' };
  const rest = (byte: number) => ({
    refundAddress: REFUND,
    payoutAddress: PAYOUT,
    currencyFrom: BTC,
    currencyTo: USDT,
    payloadCurrencyFrom: 'BTC',
    payloadCurrencyTo: 'USDT',
    nonce: nonce(byte),
  });

  async function quoted(more: object = {}) {
    const { status, body } = await desk.post('/quote', { ...wish, ...more });
    expect([status, body.messageKey]).toEqual([200, undefined]);
    desk.check('QuoteResponse', body);
    return body;
  }

  async function swapped(path: string, body: object) {
    desk.check(path === '/swap/fixed' ? 'SwapRequestFixed' : 'SwapRequestFloat', body);
    const answer = await desk.post(path, body);
    expect([answer.status, answer.body.messageKey]).toEqual([200, undefined]);
    desk.check('SwapResponse', answer.body);
    return answer.body;
  }

  async function statusOf(swapId: string) {
    const { body } = await desk.get(`/status?swapId=${swapId}`);
    desk.check('Status', body);
    return body;
  }

  const codeOf = ({ swapId }: { swapId: string }) => swapId.split('-')[0] ?? '';

  /** Follows an order until it is in a status, while its chains go on. */
  function untilStatus(code: string, status: number): Promise<void> {
    return whileMining(desk.client, ['Bitcoin', 'Ethereum'], followed(code, status));
  }

  async function followed(code: string, until: number): Promise<void> {
    for await (const { status } of desk.client.events(code)) if (status === until) return;
  }

  const refused = async (work: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await work;
    desk.check('ErrorPayload', body);
    return { status, ...(body as Record<string, unknown>) };
  };

  describe('a fixed swap', () => {
    it('goes from the quote over what the device signs for to FINISHED', async () => {
      const { quoteId, amountTo, providerFees, referralFees, payoutNetworkFees, expiry } = await quoted();
      expect(Date.parse(expiry.replace('+0000', 'Z'))).toBeGreaterThan(Date.now() + 150_000);
      const swap = await swapped('/swap/fixed', { quoteId, ...rest(1) });
      expect(swap).toMatchObject({ providerFees, referralFees, payoutNetworkFees });
      expect(isSigned(swap.providerSig, desk.publicKey, desk.curve)).toBe(true);
      expect(readPayload(swap.providerSig)).toEqual({
        payin_address: swap.payinAddress,
        refund_address: REFUND,
        payout_address: PAYOUT,
        currency_from: 'BTC',
        currency_to: 'USDT',
        amount_to_provider: (5_000_000).toString(16).padStart(32, '0'),
        amount_to_wallet: BigInt(Math.round(Number(amountTo) * 1e6))
          .toString(16)
          .padStart(32, '0'),
        device_transaction_id_ng: nonce(1),
      });
      expect(await statusOf(swap.swapId)).toMatchObject({
        status: 'PENDING',
        amount: amountTo,
        payinTransactionId: '',
        payoutTransactionId: '',
      });

      const { txid } = await desk.client.testnet.pay({ query_code: codeOf(swap) });
      await untilStatus(codeOf(swap), ORDER_STATUS.completed);
      const finished = await statusOf(swap.swapId);
      expect(finished).toMatchObject({
        status: 'FINISHED',
        amount: amountTo,
        payinTransactionId: txid,
        payoutNetworkFees,
      });
      expect(finished.payoutTransactionId).toMatch(/^(0x)?[0-9a-f]{64}$/);
      // What was promised of the fees, and what the order then earned by its own prices, to a hundred-millionth or two.
      expect(Number(finished.referralFees)).toBeCloseTo(Number(referralFees), 5);
      expect(Number(finished.providerFees)).toBeCloseTo(Number(providerFees), 5);
      expect(Number(referralFees)).toBeGreaterThan(0);
    });

    it('is one order however often its quote is taken, with an id and a signature for each time', async () => {
      const { quoteId } = await quoted();
      const first = await swapped('/swap/fixed', { quoteId, ...rest(2) });
      const again = await swapped('/swap/fixed', { quoteId, ...rest(3) });
      expect(again.payinAddress).toBe(first.payinAddress);
      expect([codeOf(again), again.swapId === first.swapId]).toEqual([codeOf(first), false]);
      expect(readPayload(again.providerSig).device_transaction_id_ng).toBe(nonce(3));
      const elsewhere = { quoteId, ...rest(4), payoutAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' };
      expect(await refused(desk.post('/swap/fixed', elsewhere))).toMatchObject({
        status: 404,
        messageKey: 'SWAP_QUOTE_NOT_FOUND_ERROR',
      });
      await desk.client.testnet.pay({ query_code: codeOf(first), amount: '0.03' });
      await untilStatus(codeOf(first), ORDER_STATUS.refunded);
      expect(await statusOf(first.swapId)).toMatchObject({
        status: 'REFUNDED',
        amount: '0',
        providerFees: '0',
      });
      expect(await refused(desk.post('/swap/fixed', { quoteId, ...rest(5) }))).toMatchObject({
        status: 404,
        messageKey: 'SWAP_QUOTE_NOT_FOUND_ERROR',
      });
    });
  });

  describe('a float swap', () => {
    it('is quoted and signed for where it is asked for, and knows its amount once it is exchanged', async () => {
      const { tradeMethod, quoteId } = await quoted({ tradeMethod: 'float' });
      expect([tradeMethod, quoteId]).toEqual(['float', undefined]);
      const swap = await swapped('/swap/float', { amount: '0.05', ...rest(6) });
      expect(isSigned(swap.providerSig, desk.publicKey, desk.curve)).toBe(true);
      expect(await statusOf(swap.swapId)).toMatchObject({ status: 'PENDING', amount: '', providerFees: '0' });
    });

    it('promises no bound that it cannot keep', async () => {
      const asked = { amount: '0.05', slippage: '0.01', ...rest(7) };
      expect(await refused(desk.post('/swap/float', asked))).toMatchObject({
        status: 400,
        messageKey: 'PARAMETER_ERROR',
      });
    });
  });

  describe('the lists', () => {
    it('have every currency as Ledger names it, in pages', async () => {
      const all = (await desk.get('/currencies')).body;
      desk.check('CurrenciesResponse', all);
      expect(all.next_cursor).toBeNull();
      expect(all.currencies).toContainEqual({ id: BTC, type: 'coin', blockchain: 'bitcoin' });
      const contract = USDT.split(':').at(-1);
      expect(all.currencies).toContainEqual({
        id: USDT,
        type: 'token',
        blockchain: 'ethereum',
        chainId: 1,
        contract,
      });
      expect(all.currencies).toHaveLength((await desk.client.assets()).length);
      const first = (await desk.get('/currencies?limit=2')).body;
      const second = (await desk.get(`/currencies?limit=2&cursor=${first.next_cursor}`)).body;
      expect([...first.currencies, ...second.currencies]).toEqual(all.currencies.slice(0, 4));
    });

    it('have pairs with the limits that a quote is held to', async () => {
      const { body } = await desk.get('/pairs?limit=3');
      desk.check('PairsResponse', body);
      expect(body.pairs).toHaveLength(3);
      expect(body.next_cursor).toEqual(expect.any(String));
      const [{ from, to, minSwapAmount, tradeMethod }] = body.pairs;
      expect(tradeMethod).toEqual(['fixed', 'float']);
      await quoted({ from, to, amount: String(Number(minSwapAmount) * 2) });
    });
  });

  describe('a refusal', () => {
    it('of an amount has both limits', async () => {
      for (const [amount, messageKey] of [
        ['0.000000000001', 'FROM_CURRENCY_MINIMUM_AMOUNT_ERROR'],
        ['1000000000', 'FROM_CURRENCY_MAXIMUM_AMOUNT_ERROR'],
      ] as const)
        expect(await refused(desk.post('/quote', { ...wish, amount }))).toMatchObject({
          status: 400,
          messageKey,
          additionalFields: {
            minRequiredAmount: expect.stringMatching(/^[\d.]+$/),
            maxRequiredAmount: expect.stringMatching(/^[\d.]+$/),
          },
        });
    });

    it('has the key that Ledger has for it', async () => {
      const { quoteId } = await quoted();
      const swap = { quoteId, ...rest(8) };
      for (const [asked, status, messageKey] of [
        [desk.post('/quote', { ...wish, to: 'nothing' }), 404, 'SWAP_PAIR_NOT_FOUND_ERROR'],
        [desk.post('/quote', { ...wish, to: BTC }), 404, 'SWAP_PAIR_NOT_FOUND_ERROR'],
        [desk.post('/quote', { ...wish, amount: '1,5' }), 400, 'PARAMETER_ERROR'],
        [desk.post('/quote', { from: BTC, to: ETH }), 400, 'PARAMETER_ERROR'],
        [
          desk.post('/swap/fixed', { ...swap, currencyFrom: 'nothing' }),
          404,
          'CURRENCY_FROM_NOT_FOUND_ERROR',
        ],
        [desk.post('/swap/fixed', { ...swap, currencyTo: 'nothing' }), 404, 'CURRENCY_TO_NOT_FOUND_ERROR'],
        [desk.post('/swap/fixed', { ...swap, quoteId: 'nothing' }), 404, 'SWAP_QUOTE_NOT_FOUND_ERROR'],
        [desk.post('/swap/fixed', { ...swap, nonce: 'zz' }), 400, 'PARAMETER_ERROR'],
        [desk.post('/swap/fixed', { ...swap, payoutAddressExtraId: '7' }), 400, 'PARAMETER_ERROR'],
        [
          desk.post('/swap/float', { ...rest(9), amount: '0.05', payoutAddress: REFUND }),
          400,
          'INVALID_PAYOUT_ADDRESS_ERROR',
        ],
        [desk.get('/status?swapId=nothing'), 404, 'SWAP_TRANSACTION_NOT_FOUND_ERROR'],
        [desk.get('/status?swapId=AAAAAAAAAAAA-00000000'), 404, 'SWAP_TRANSACTION_NOT_FOUND_ERROR'],
        [desk.get('/nothing'), 404, 'NOT_FOUND_ERROR'],
        [desk.get('/currencies', {}), 401, 'UNAUTHORIZED_ERROR'],
        [desk.get('/currencies', { authorization: 'Bearer another' }), 401, 'UNAUTHORIZED_ERROR'],
      ] as const)
        expect(await refused(asked)).toMatchObject({ status, messageKey });
    });
  });

  it('is logged no more than an answer', () => {
    expect(desk.logged).toEqual([]);
  });

  describe('the program', () => {
    const start = (env: Readonly<Record<string, string>>) => {
      const child = spawn(process.execPath, [PROGRAM], { env: { ...process.env, ...env } });
      keepInMind(child);
      return child;
    };

    it('serves until it is told to stop, says the public key, and shows no secret', async () => {
      const child = start(desk.env);
      let said = '';
      for await (const chunk of child.stdout) {
        said += chunk;
        if (said.includes('Public key')) break;
      }
      const [, url] = /at (http:\S+)/.exec(said) ?? [];
      const [authorization] = desk.secrets.map((token) => `Bearer ${token}`);
      const answer = await fetch(`${url}/currencies`, { headers: { authorization: authorization ?? '' } });
      expect([answer.status, said]).toEqual([
        200,
        expect.stringContaining(`${desk.curve}: ${desk.publicKey}`),
      ]);
      const errors = text(child.stderr);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      const shown = said + (await errors);
      expect(desk.secrets.length).toBeGreaterThan(3);
      expect(desk.secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    });

    it('says what is missing, and does not start', async () => {
      const child = start({ ...desk.env, LEDGER_SIGNING_KEY_FILE: '' });
      const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect([code, said.trim()]).toEqual([1, 'LEDGER_SIGNING_KEY_FILE is missing']);
    });
  });
}
