import { beforeAll, expect, test } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { errorsIn, get, post, type Target, within } from './support/target.ts';

/** A round of the engine, some blocks, and a machine that is busy. */
const SOON_MS = 20_000;
const CHAINS = ['Bitcoin', 'Ethereum'];

let target: Target;

/** The codes of an order, as whoever placed it has them. */
interface Codes {
  readonly query_code: string;
  readonly manage_code: string;
}

async function place(more: object = {}): Promise<Codes> {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  const { query_code, manage_code } = (await post(target.url, '/openapi/order/place', { ...body, ...more }))
    .json.data;
  return { query_code, manage_code };
}

const query = async ({ query_code }: Codes) =>
  (await get(target.url, `/openapi/order/query?query_code=${query_code}`)).json.data;
const act = async (path: string, body: object) => (await post(target.url, path, body)).json;

interface Treasury {
  readonly chain: string;
  readonly coin: string;
  readonly treasury: string;
}

/** Where what we pay out lies, and the coin of each chain. */
async function treasuries(): Promise<Treasury[]> {
  const { rows } = await target.store.database.query<Treasury>(
    'SELECT c.name AS chain, c.native_abbr AS coin, s.treasury FROM chain c JOIN address_space s ON s.name = c.address_space',
  );
  return rows;
}

/** Mines where the order's coins are until it has the status: every other block would keep the engine from it. */
const until = (code: Codes, status: number) =>
  within(
    SOON_MS,
    async () => {
      for (const chain of CHAINS) await act('/testnet/mine', { chain });
      return (await query(code)).status === status;
    },
    BLOCK_PAUSE_MS,
  );

export function orderActions(desk: () => Target): void {
  beforeAll(() => {
    target = desk();
  });

  test('an order is cancelled once, and again without harm, but not when it is paid', async () => {
    const code = await place();
    expect(await act('/openapi/order/cancel', code)).toMatchObject({
      code: 0,
      data: { status: 9 },
    });
    expect(await act('/openapi/order/cancel', code)).toMatchObject({
      code: 0,
      data: { status: 9 },
    });
    const paid = await place();
    expect((await act('/testnet/pay', paid)).code).toBe(0);
    await within(SOON_MS, async () => (await query(paid)).status !== 1);
    expect((await act('/openapi/order/cancel', paid)).code).toBe(1);
    await until(paid, 4);
  });

  test('no order pays or refunds our own treasury, on no chain, in whatever letters', async () => {
    const all = await treasuries();
    expect(all.length).toBeGreaterThan(5);
    for (const { chain, coin, treasury } of all) {
      const away = chain === 'Bitcoin' ? 'Litecoin/LTC' : 'Bitcoin/BTC';
      for (const ours of treasury.startsWith('0x') ? [treasury, treasury.toLowerCase()] : [treasury]) {
        const toUs = placement(away, `${chain}/${coin}`);
        for (const entry of toUs.to_address) entry.to_address = ours;
        const back = { ...placement(`${chain}/${coin}`, away), refund_address: ours };
        const said = await Promise.all([toUs, back].map((body) => act('/openapi/order/place', body)));
        expect([chain, ...said.map(({ msg }) => msg)]).toEqual([
          chain,
          'invalid to address',
          'invalid refund address',
        ]);
      }
    }
  });

  test('a frozen order is refunded to the address that its client names', async () => {
    const code = await place();
    await act('/testnet/pay', { ...code, amount: 0.0001 });
    await until(code, 7);
    expect((await act('/openapi/order/resolve', { ...code, action: 'refund' })).code).toBe(1);
    const { treasury } = (await treasuries()).find(({ chain }) => chain === 'Bitcoin') as Treasury;
    const toUs = { ...code, action: 'refund', refund_address: treasury };
    expect((await act('/openapi/order/resolve', toUs)).msg).toBe('invalid refund address');
    const refund_address = newReceiver('Bitcoin');
    const resolve = { ...code, action: 'refund', refund_address };
    expect(await act('/openapi/order/resolve', resolve)).toMatchObject({ code: 0 });
    await until(code, 5);
    expect((await query(code)).refund).toMatchObject([
      { to_addr: refund_address, status: 2, volume: 0.00008 },
    ]);
    expect((await act('/openapi/order/resolve', resolve)).code).toBe(1);
  });

  test('a transfer is undone by a reorganisation, dropped, and the order waits again', async () => {
    const code = await place();
    const { txid } = (await act('/testnet/pay', code)).data;
    await within(SOON_MS, async () => (await query(code)).status === 2);
    // The network mines by itself as well: whether it did meanwhile makes no difference.
    await act('/testnet/reorg', { chain: 'Bitcoin', depth: 2 });
    expect((await act('/testnet/drop', { chain: 'Bitcoin', txid })).code).toBe(0);
    await within(SOON_MS, async () => (await query(code)).status === 1);
  });

  test('nobody learns or moves anything without the right code', async () => {
    const body = { query_code: 'AAAA-BBBB-CCCC', action: 'exchange' };
    for (const path of ['/openapi/order/cancel', '/openapi/order/resolve', '/testnet/pay']) {
      expect(await act(path, body)).toMatchObject({ code: 1, msg: 'order not found' });
    }
  });

  test('the service logged no error', () => {
    expect(errorsIn(target.service.output())).toEqual([]);
  });
}
