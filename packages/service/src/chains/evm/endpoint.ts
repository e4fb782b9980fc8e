import { RpcUnreachable } from '../rpc/errors.ts';
import type { Rpc } from './evm-rpc.ts';
import { count } from './hex.ts';

/** An endpoint that did not answer is left alone for this long where others will do. */
const REST_MS = 30_000;

/** What is wrong with an endpoint and stays wrong is told this often. */
const RETELL_MS = 600_000;

/** The chain that an endpoint has to be on. */
export interface ExpectedChain {
  readonly name: string;
  /** EIP-155. */
  readonly evmChainId: number;
}

/** One endpoint, which has to show that it is on our chain whenever the connection to it is new. */
export class RpcEndpoint {
  readonly rpc: Rpc;
  private readonly chain: ExpectedChain;
  private isOurChain = false;
  private restsUntil = 0;
  private told = { what: '', until: 0 };

  constructor(rpc: Rpc, chain: ExpectedChain) {
    this.rpc = rpc;
    this.chain = chain;
  }

  get isResting(): boolean {
    return Date.now() < this.restsUntil;
  }

  async ask<T>(ask: (rpc: Rpc) => Promise<T>): Promise<T> {
    try {
      if (!this.isOurChain) await this.checkChain();
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

  private async checkChain(): Promise<void> {
    const { name, evmChainId } = this.chain;
    const theirs = count(await this.rpc.call('eth_chainId'));
    if (theirs !== evmChainId) {
      throw new Error(
        `${this.rpc.host} is on chain ${theirs}, but ${name} is ${evmChainId}: give the address of a node of ${name}`,
      );
    }
    this.isOurChain = true;
  }
}
