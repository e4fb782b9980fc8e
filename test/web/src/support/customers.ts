import { expect, vi } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../../support/block-pause.ts';
import type { WebWorld } from './web-world.ts';

/** Addresses that anybody may use: nobody pays real coins to them here. */
export const ETHEREUM_ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const PATIENCE_MS = 90_000;

export interface Placed {
  readonly no: string;
  readonly code: string;
  readonly manageCode: string;
  readonly address: string;
}

/** Customers who order over the interface, as wallets do, while an operator looks on. */
export class Customers {
  private readonly world: WebWorld;

  constructor(world: WebWorld) {
    this.world = world;
  }

  /** Orders ETH on Base for USDT on Ethereum, at the market price or a fixed one. */
  async order({
    mode = 'float',
    quantity = 100,
    refCode,
  }: {
    mode?: 'float' | 'fixed';
    quantity?: number;
    refCode?: string;
  } = {}): Promise<Placed> {
    const terms = {
      exchange_mode: mode,
      from_chain: 'Ethereum',
      from_abbr: 'USDT',
      from_quantity: quantity,
      to_address: [{ to_chain: 'Base', to_abbr: 'ETH', to_ratio: 1, to_address: ETHEREUM_ADDRESS }],
    };
    const quoted = mode === 'fixed' ? await this.ask('/openapi/order/calculate', terms) : {};
    const { order_no, query_code, manage_code, address } = await this.ask('/openapi/order/place', {
      ...terms,
      ...calcId(quoted),
      ...(refCode !== undefined && { ref_code: refCode }),
    });
    return {
      no: String(order_no),
      code: String(query_code),
      manageCode: String(manage_code),
      address: String(address),
    };
  }

  /** Pays an order from the test network's faucet: as agreed, or another amount, or another coin. */
  async pay({ code }: Placed, amount?: number, asset?: string): Promise<void> {
    await this.ask('/testnet/pay', {
      query_code: code,
      ...(amount !== undefined && { amount }),
      ...(asset !== undefined && { asset }),
    });
  }

  /** Mines where the order's coins are until it has a status, by its number on the wire. */
  async until({ code }: Placed, status: number): Promise<void> {
    const path = `/openapi/order/query?query_code=${code}`;
    const look = async () => {
      for (const chain of ['Ethereum', 'Base']) await this.ask('/testnet/mine', { chain });
      expect((await this.read(path)).status).toBe(status);
    };
    await vi.waitFor(look, { timeout: PATIENCE_MS, interval: BLOCK_PAUSE_MS });
  }

  /** Has a stopped order given back. */
  async takesBack({ code, manageCode }: Placed): Promise<void> {
    const body = {
      query_code: code,
      manage_code: manageCode,
      action: 'refund',
      refund_address: ETHEREUM_ADDRESS,
    };
    await this.ask('/openapi/order/resolve', body);
  }

  /** Thinks better of it, as long as nothing is paid. */
  async cancels({ code, manageCode }: Placed): Promise<void> {
    await this.ask('/openapi/order/cancel', { query_code: code, manage_code: manageCode });
  }

  /** Mines on Ethereum until the order has something that does not count for it. */
  async untilSurplus({ code }: Placed): Promise<void> {
    const look = async () => {
      await this.mine('Ethereum');
      const { surplus } = await this.read(`/openapi/order/query?query_code=${code}`);
      expect(surplus).toMatchObject([{ state: 'open' }]);
    };
    await vi.waitFor(look, { timeout: PATIENCE_MS, interval: BLOCK_PAUSE_MS });
  }

  /** Waits, and lets no block pass, until it has a status. */
  async waits({ code }: Placed, status: number): Promise<void> {
    const path = `/openapi/order/query?query_code=${code}`;
    const look = async () => expect((await this.read(path)).status).toBe(status);
    await vi.waitFor(look, { timeout: PATIENCE_MS, interval: BLOCK_PAUSE_MS });
  }

  /** A block more. */
  async mine(chain: string): Promise<void> {
    await this.ask('/testnet/mine', { chain });
  }

  private ask(path: string, body: object): Promise<Record<string, unknown>> {
    const headers = { 'content-type': 'application/json' };
    return this.read(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  private async read(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const answer = await (await fetch(`${this.world.service.url}${path}`, init)).json();
    const { code, msg, data } = answer as { code: number; msg: string; data: Record<string, unknown> };
    if (code !== 0) throw new Error(`${path}: ${msg}`);
    return data;
  }
}

function calcId(quoted: Record<string, unknown>): { calc_id?: unknown } {
  return quoted.calc_id === undefined ? {} : { calc_id: quoted.calc_id };
}
