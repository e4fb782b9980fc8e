import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WalletDesk } from '../../../../test/support/wallet-desk.ts';
import { whileMining } from '../../../../test/support/while-mining.ts';
import type { EdgeSwapQuote, EdgeSwapResult } from '../edge-core.ts';
import { makeSwapdeskPlugin } from '../plugin.ts';
import { fetchReport } from '../report/fetch-report.ts';
import { type EdgeStatus, edgeStatusOf } from '../status.ts';
import { type EdgeDesk, openEdgeDesk, REF_CODE } from './edge-desk.ts';
import { describeRevenue } from './revenue.ts';
import { BITCOIN, ETHEREUM, MONERO, SOLANA, UNLISTED, USDC, USDT } from './wallet-kinds.ts';

/**
 * What Edge asks of those who exchange for it, each under its own heading:
 * https://github.com/EdgeApp/edge-exchange-plugins, docs/API_REQUIREMENTS.md. The headings from 9 on are of those who take money of states.
 */
export function describeRequirements(open: () => WalletDesk): void {
  let desk: EdgeDesk;
  /** 0.05 BTC for USDC, to an address of Solana that has never had anything. */
  let quote: EdgeSwapQuote;
  let swapped: EdgeSwapResult;
  let statuses: EdgeStatus[];
  beforeAll(async () => {
    desk = openEdgeDesk(open());
    quote = await desk.plugin.fetchSwapQuote(
      desk.request(BITCOIN, SOLANA, { toTokenId: USDC, nativeAmount: '5000000' }),
    );
    swapped = await quote.approve();
    statuses = await statusesOf(orderOf(swapped), ['Bitcoin', 'Solana']);
  });

  const orderOf = ({ orderId = '' }: EdgeSwapResult) => orderId;
  const ends: readonly EdgeStatus[] = ['completed', 'refunded', 'expired'];

  /** Where an order is until its end, each word once, while its chains go on. */
  function statusesOf(orderId: string, chains: readonly string[]): Promise<EdgeStatus[]> {
    return whileMining(desk.anybody, chains, followed(orderId));
  }

  async function followed(orderId: string): Promise<EdgeStatus[]> {
    const seen: EdgeStatus[] = [];
    for await (const { status, previous_status } of desk.anybody.events(orderId))
      for (const each of [previous_status, status]) {
        if (each === undefined) continue;
        const word = edgeStatusOf(each);
        if (seen.at(-1) !== word) seen.push(word);
        if (ends.includes(word)) return seen;
      }
    return seen;
  }

  const thrownBy = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error) => error,
    );
  const ask = (nativeAmount: string, quoteFor: 'from' | 'to' = 'from') =>
    desk.plugin.fetchSwapQuote(desk.request(BITCOIN, ETHEREUM, { toTokenId: USDT, nativeAmount, quoteFor }));

  describe('Amount Representation', () => {
    it('is in native units at the wallet and in documented decimals on the wire, without a digit lost between', async () => {
      expect(quote.fromNativeAmount).toBe('5000000');
      expect(desk.sent.find(({ path }) => path.endsWith('/calculate'))?.body.from_quantity).toBe(0.05);
      const { odr_volume, children } = await desk.anybody.query(orderOf(swapped));
      expect(odr_volume).toBe('0.05');
      expect(Number(quote.toNativeAmount) / 1e6).toBe(Number(children[0]?.volume_origin));
      expect(quote.toNativeAmount).toMatch(/^[1-9]\d+$/);
      const document = (await (await fetch(`${desk.url}/openapi.json`)).json()) as { paths: object };
      expect(JSON.stringify(document.paths)).toContain('Source quantity');
    });
  });

  describe('1. Chain and Token Identification', () => {
    it('names the EVM chain by its id and the token by its contract, in the quote and in the order themselves', async () => {
      const before = desk.sent.length;
      await (await ask('5000000')).close();
      const asked = desk.sent.slice(before).filter(({ path }) => /calculate|place/.test(path));
      expect(asked.map(({ path }) => path.split('/').at(-1))).toEqual(['calculate', 'place']);
      for (const { body } of asked) {
        expect(body.from_abbr).toBe('bip122:000000000019d6689c085ae165831e93/slip44:0');
        const [{ to_chain, to_abbr }] = body.to_address as [Record<string, string>];
        expect(to_chain).toBe('eip155:1');
        expect(to_abbr?.toLowerCase()).toBe(`eip155:1/erc20:0x${USDT}`);
      }
    });

    it('refuses what it does not exchange: a contract, a chain, a coin for itself', async () => {
      const wrong = [
        desk.request(BITCOIN, ETHEREUM, { toTokenId: UNLISTED, nativeAmount: '5000000' }),
        desk.request(MONERO, ETHEREUM, { nativeAmount: '5000000' }),
        desk.request(BITCOIN, BITCOIN, { nativeAmount: '5000000' }),
      ];
      for (const each of wrong)
        expect(await thrownBy(desk.plugin.fetchSwapQuote(each))).toMatchObject({ name: 'SwapCurrencyError' });
    });
  });

  describe('2. Order Identification and Status Page', () => {
    it('gives each order an id of its own, with which anybody may ask for its status', async () => {
      const other = await ask('5000000');
      const { order_no } = (await desk.affiliate.referralList({ page_size: 1 })).data[0] ?? {};
      expect(order_no).toBeDefined();
      await other.close();
      const { data } = await desk.affiliate.referralList({ page_size: 100 });
      const ids = data.map(({ query_code }) => query_code);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toContain(orderOf(swapped));
      expect((await desk.anybody.query(orderOf(swapped))).query_code).toBe(orderOf(swapped));
    });

    it('has a page for people that needs no sign-in, and with which nobody can decide about the order', async () => {
      const wallet = desk.wallet(BITCOIN);
      const spends: string[] = [];
      const fromWallet = Object.assign(wallet, {
        makeSpend: (spend: Parameters<typeof wallet.makeSpend>[0]) => {
          spends.push(spend.savedAction?.orderUri ?? '', spend.savedAction?.orderId ?? '');
          return Promise.resolve({ txid: '', tokenId: null, networkFee: '0' });
        },
      });
      const shown = await desk.plugin.fetchSwapQuote(
        desk.request(BITCOIN, ETHEREUM, { fromWallet, nativeAmount: '5000000' }),
      );
      const [page = '', id = ''] = spends;
      expect(page).toBe(`${desk.url}/order/${id}`);
      const answer = await fetch(page);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/html'),
      ]);
      await shown.close();
    });
  });

  describe('3. Error Handling', () => {
    const raw = async (body: object): Promise<Record<string, unknown>> => {
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await (await fetch(`${desk.url}/openapi/order/calculate`, options)).json()) as Record<
        string,
        unknown
      >;
    };
    const wish = (from_quantity: number, from_abbr = 'BTC', to_abbr = 'USDT') => ({
      exchange_mode: 'fixed',
      from_chain: 'Bitcoin',
      from_abbr,
      from_quantity,
      to_address: [{ to_chain: 'Ethereum', to_abbr }],
    });

    it('lists all errors in one answer, with codes: asset not supported, and which', async () => {
      expect(await raw(wish(1, 'NONE', 'NEITHER'))).toMatchObject({
        errors: [
          { code: 'FROM_ASSET_NOT_FOUND', field: 'from_abbr' },
          { code: 'TO_ASSET_NOT_FOUND', field: 'to_address.0.to_abbr' },
        ],
      });
    });

    it('says the limits of both sides: under limit, over limit', async () => {
      for (const [quantity, code] of [
        [0.00000001, 'FROM_QUANTITY_TOO_SMALL'],
        [1e9, 'FROM_QUANTITY_TOO_LARGE'],
      ] as const)
        expect(await raw(wish(quantity))).toMatchObject({
          errors: [
            {
              code,
              min_from_quantity: expect.any(Number),
              max_from_quantity: expect.any(Number),
              to: [{ min_to_quantity: expect.any(Number), max_to_quantity: expect.any(Number) }],
            },
          ],
        });
    });

    it('becomes the errors that Edge knows, with limits in native units of the side that was asked for', async () => {
      for (const [side, tooMuch] of [
        ['from', '100000000000000000'],
        ['to', '100000000000000000'],
      ] as const) {
        const below = await thrownBy(ask('1', side));
        expect(below).toMatchObject({ name: 'SwapBelowLimitError', direction: side, pluginId: 'swapdesk' });
        const above = await thrownBy(ask(tooMuch, side));
        expect(above).toMatchObject({ name: 'SwapAboveLimitError', direction: side });
        const { nativeMin } = below as Error & { nativeMin: string };
        const { nativeMax } = above as Error & { nativeMax: string };
        expect(BigInt(nativeMax)).toBeGreaterThan(BigInt(nativeMin));
        // Twice the least is enough, whatever prices do meanwhile.
        await (await ask(`${BigInt(nativeMin) * 2n}`, side)).close();
      }
    });

    it('knows of a region that is not served from whoever refuses it before the desk, by HTTP 451', async () => {
      const border = createServer((_, response) => response.writeHead(451).end('not from here')).listen(
        0,
        '127.0.0.1',
      );
      await once(border, 'listening');
      const url = `http://127.0.0.1:${(border.address() as AddressInfo).port}`;
      const abroad = makeSwapdeskPlugin({
        initOptions: { url, supportEmail: 'help@desk.example' },
        io: { fetch },
        log: { warn: () => {} },
      });
      const refused = await thrownBy(
        abroad.fetchSwapQuote(desk.request(BITCOIN, ETHEREUM, { nativeAmount: '5000000' })),
      );
      expect(refused).toMatchObject({ name: 'SwapPermissionError', reason: 'geoRestriction' });
      border.close();
    });
  });

  describe('4. Quoting Requirements', () => {
    it('quotes by what is sent and by what is to be received', async () => {
      const forward = await ask('5000000', 'from');
      expect(forward.fromNativeAmount).toBe('5000000');
      const backward = await ask('1000000000', 'to');
      expect(BigInt(backward.toNativeAmount)).toBeGreaterThanOrEqual(1_000_000_000n);
      // A step less of the source, a hundred-millionth of a bitcoin, would be too little.
      expect(BigInt(backward.toNativeAmount)).toBeLessThan(1_000_010_000n);
      expect(backward.isEstimate).toBe(false);
      await Promise.all([forward, backward].map((each) => each.close()));
    });

    it('quotes all that a wallet has, however dear the way to the address turns out to be', async () => {
      for (const fees of [
        [1_000n, 1_000n],
        [1_000n, 2_500n],
      ] as const) {
        const fromWallet = desk.wallet({ ...BITCOIN, balance: '5000000', fees });
        const most = await desk.plugin.fetchSwapQuote(
          desk.request(BITCOIN, ETHEREUM, { fromWallet, quoteFor: 'max' }),
        );
        expect(BigInt(most.fromNativeAmount) + BigInt(most.networkFee.nativeAmount)).toBe(5_000_000n);
        await most.close();
      }
    });
  });

  describe('5. Transaction Status API', () => {
    it('follows an order from pending to completed', () => {
      expect(statuses).toEqual(['pending', 'processing', 'completed']);
    });

    it('says that information is needed, and refunded, where other than agreed was sent', async () => {
      const { query_code } = await placedBy(() => ask('5000000'));
      await desk.anybody.testnet.pay({ query_code, amount: '0.03' });
      expect(await statusesOf(query_code, ['Bitcoin'])).toEqual([
        'pending',
        'processing',
        'infoNeeded',
        'refunded',
      ]);
      expect((await desk.anybody.query(query_code)).refund[0]?.to_addr).toBe(BITCOIN.address);
    });

    it('is expired once the quote is closed, and a quote that was paid is not', async () => {
      const { query_code } = await placedBy(async () => (await ask('5000000')).close());
      expect(edgeStatusOf((await desk.anybody.query(query_code)).status)).toBe('expired');
      await quote.close();
      expect(edgeStatusOf((await desk.anybody.query(orderOf(swapped))).status)).toBe('completed');
    });

    /** The order that something places: the newest that came through the code. */
    async function placedBy(work: () => Promise<unknown>) {
      const { total } = await desk.affiliate.referralList({ page_size: 1 });
      await work();
      const { data } = await desk.affiliate.referralList({ page_size: 1, page: total + 1, direction: 'ASC' });
      return { query_code: data[0]?.query_code ?? '' };
    }
  });

  describe('6. Reporting API', () => {
    it('reports what came through the wallet, with both transactions and addresses, to the key of its makers', async () => {
      const { transactions } = await fetchReport(desk.affiliate, { refCode: REF_CODE, limit: 100 });
      const { output } = (await desk.anybody.query(orderOf(swapped))).children[0] ?? {};
      const { address } = await desk.anybody.query(orderOf(swapped));
      expect(transactions.find(({ orderId }) => orderId === orderOf(swapped))).toEqual({
        orderId: orderOf(swapped),
        status: 'completed',
        createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
        completedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
        sourceNetwork: 'bip122:000000000019d6689c085ae165831e93',
        sourceTokenId: null,
        sourceCurrencyCode: 'BTC',
        sourceAmount: '5000000',
        sourceEvmChainId: null,
        destinationNetwork: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        destinationTokenId: USDC,
        destinationCurrencyCode: 'USDC',
        destinationAmount: quote.toNativeAmount,
        destinationEvmChainId: null,
        payinAddress: address,
        payoutAddress: SOLANA.address,
        payinTxid: swapped.transaction.txid,
        payoutTxid: output?.[0]?.txid,
      });
      expect(output?.[0]?.txid).toMatch(/^\w+$/);
      await expect(fetchReport(desk.anybody)).rejects.toThrow('an API key is required');
    });

    it('reports in pages, between two dates', async () => {
      const all = await fetchReport(desk.affiliate);
      expect(all.total).toBeGreaterThan(2);
      const second = await fetchReport(desk.affiliate, { limit: 1, page: 2 });
      expect(second.transactions.map(({ orderId }) => orderId)).toEqual([all.transactions[1]?.orderId]);
      const first = new Date(all.transactions[0]?.createdDate ?? '');
      const none = await fetchReport(desk.affiliate, { endDate: first });
      expect([none.total, none.transactions]).toEqual([0, []]);
      const since = await fetchReport(desk.affiliate, { startDate: first, limit: 1 });
      expect(since.total).toBe(all.total);
    });
  });

  describe('7. Account Activation', () => {
    it('pays to an address that never had anything what was promised, and asks nobody for more', async () => {
      const { children, status } = await desk.anybody.query(orderOf(swapped));
      expect([edgeStatusOf(status), children[0]?.output?.[0]]).toMatchObject([
        'completed',
        { to_addr: SOLANA.address, volume: children[0]?.volume_origin },
      ]);
      expect(swapped.transaction.networkFee).toBe('1000');
    });
  });

  describeRevenue(() => ({ desk, keys: open(), orderId: orderOf(swapped) }));
}
