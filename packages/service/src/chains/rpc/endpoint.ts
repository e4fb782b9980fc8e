import { RpcUnreachable } from './errors.ts';

/** An endpoint that did not answer is left alone for this long where others will do. */
const REST_MS = 30_000;

/** What is wrong with an endpoint and stays wrong is told this often. */
const RETELL_MS = 600_000;

/** What answers for a node, whatever it speaks. */
export interface NodeClient {
  /** For people: the host alone, because paths and queries of endpoints hold keys. */
  readonly host: string;
}

/** Throws, and says what to do, if a node is not on our chain. */
export type CheckChain<Client extends NodeClient> = (rpc: Client) => Promise<void>;

/** One endpoint, which has to show that it is on our chain whenever the connection to it is new. */
export class RpcEndpoint<Client extends NodeClient> {
  readonly rpc: Client;
  private readonly checkChain: CheckChain<Client>;
  private isOurChain = false;
  private restsUntil = 0;
  private told = { what: '', until: 0 };

  constructor(rpc: Client, checkChain: CheckChain<Client>) {
    this.rpc = rpc;
    this.checkChain = checkChain;
  }

  get isResting(): boolean {
    return Date.now() < this.restsUntil;
  }

  async ask<T>(ask: (rpc: Client) => Promise<T>): Promise<T> {
    try {
      if (!this.isOurChain) await this.checkChain(this.rpc);
      this.isOurChain = true;
      return await ask(this.rpc);
    } catch (error) {
      if (error instanceof RpcUnreachable) {
        this.isOurChain = false;
        this.restsUntil = Date.now() + REST_MS;
      }
      throw error;
    }
  }

  /** True if the operator has not been told of this lately. */
  isNews(what: string): boolean {
    const now = Date.now();
    if (this.told.what === what && now < this.told.until) return false;
    this.told = { what, until: now + RETELL_MS };
    return true;
  }
}
