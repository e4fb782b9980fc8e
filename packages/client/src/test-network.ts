import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { ChainTip, SentTransaction } from './wire/answers.ts';
import type {
  TestnetDropRequest,
  TestnetMineRequest,
  TestnetPayRequest,
  TestnetReorgRequest,
} from './wire/requests.ts';

/** What a service on simulated networks can be told to do to them. Others know no such route. */
export class TestNetwork {
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Pays an order from a faucet: as agreed, or another amount or asset. */
  pay(request: TestnetPayRequest, options?: CallOptions): Promise<SentTransaction> {
    return this.post('pay', request, options);
  }

  /** Mines blocks now, on one network or on all. */
  mine(request: TestnetMineRequest = {}, options?: CallOptions): Promise<readonly ChainTip[]> {
    return this.post('mine', request, options);
  }

  /** Undoes the newest blocks of a network. */
  reorg(request: TestnetReorgRequest, options?: CallOptions): Promise<ChainTip> {
    return this.post('reorg', request, options);
  }

  /** Lets a network forget a transaction that waits for a block. */
  drop(request: TestnetDropRequest, options?: CallOptions): Promise<SentTransaction> {
    return this.post('drop', request, options);
  }

  private async post<Data>(name: string, params: object, options?: CallOptions): Promise<Data> {
    const asked = { method: 'POST', path: `/testnet/${name}`, params, isRepeatable: false } as const;
    return (await this.transport.call<{ data: Data }>(asked, options)).data;
  }
}
