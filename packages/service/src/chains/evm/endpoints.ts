import { type Rpc, RpcUnreachable } from './evm-rpc.ts';
import { count } from './hex.ts';

/** An endpoint that did not answer is asked last for this long. */
const REST_MS = 30_000;

export interface EndpointsOptions {
  readonly chainName: string;
  /** EIP-155. An endpoint of another chain is never believed. */
  readonly evmChainId: number;
  readonly endpoints: readonly Rpc[];
  /** As many endpoints must say the same before it decides on money. */
  readonly quorum: number;
  readonly warn: (facts: object, message: string) => void;
}

/** Too few endpoints say the same. Nothing is known, and nothing may be done. */
export class NoQuorum extends Error {
  override readonly name = 'NoQuorum';
}

/** A node has been caught in saying two things that cannot both be true. */
export class Contradiction extends Error {
  override readonly name = 'Contradiction';
}

type Ask<T> = (rpc: Rpc) => Promise<T>;
type Answer<T> = { readonly endpoint: Endpoint; readonly value: T };

/**
 * The endpoints of one chain. What decides on money is asked of as many as must agree, and of one more for each that
 * fails or differs. Whoever differs from what the others agree on is told to the operator and asked last from then on.
 */
export class Endpoints {
  private readonly options: EndpointsOptions;
  private ranked: readonly Endpoint[];

  constructor(options: EndpointsOptions) {
    const { endpoints, quorum, chainName } = options;
    if (!Number.isInteger(quorum) || quorum < 1 || quorum > endpoints.length) {
      throw new RangeError(
        `${chainName}: of ${endpoints.length} endpoints ${quorum} must agree; give between 1 and ${endpoints.length}, or more endpoints`,
      );
    }
    this.options = options;
    this.ranked = endpoints.map((rpc) => new Endpoint(rpc, options));
  }

  get quorum(): number {
    return this.options.quorum;
  }

  /**
   * What as many endpoints as must agree say. A null is an endpoint's way to say that it does not know (yet): it
   * contradicts nobody, and is the answer if there are too few others. Throws if they disagree, or too few answer.
   */
  async agree<T>(what: string, ask: Ask<T>): Promise<T> {
    const answers: Answer<T>[] = [];
    const failures: unknown[] = [];
    const waiting = [...this.ranked];
    let needed = this.quorum;
    while (waiting.length > 0 && needed > 0) {
      const asked = await Promise.all(waiting.splice(0, needed).map((endpoint) => this.try(endpoint, ask)));
      for (const answer of asked) {
        if ('value' in answer) answers.push(answer);
        else failures.push(answer.error);
      }
      needed = this.quorum - Math.max(0, ...sides(answers).map(({ length }) => length));
    }
    return this.decide(what, answers, failures);
  }

  /** What the first says that answers: for what decides on no money, or is limited in other ways. */
  async first<T>(ask: Ask<T>): Promise<T> {
    const failures: unknown[] = [];
    for (const endpoint of this.ranked) {
      const answer = await this.try(endpoint, ask);
      if ('value' in answer) return answer.value;
      failures.push(answer.error);
    }
    throw this.noQuorum('anything', failures);
  }

  /** What each of those says that can be reached; those that lately could not are left out while there are enough others. */
  async each<T>(ask: Ask<T>): Promise<PromiseSettledResult<T>[]> {
    const awake = this.ranked.filter((endpoint) => !endpoint.isResting);
    const asked = awake.length >= this.quorum ? awake : this.ranked;
    const answers = await Promise.all(asked.map((endpoint) => this.try(endpoint, ask)));
    return answers.map((answer) =>
      'value' in answer
        ? { status: 'fulfilled', value: answer.value }
        : { status: 'rejected', reason: answer.error },
    );
  }

  /** The height that as many endpoints as must agree have reached, by what each of them says of its own. */
  async reached(what: string, ask: Ask<number>): Promise<number> {
    const answers = await this.each(ask);
    const heights = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const height = heights.sort((a, b) => b - a)[this.quorum - 1];
    if (height !== undefined) return height;
    throw this.noQuorum(
      what,
      answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])),
    );
  }

  private decide<T>(what: string, answers: readonly Answer<T>[], failures: readonly unknown[]): T {
    const [most = [], ...others] = sides(answers);
    const isUnknown = answers.some(({ value }) => value === null);
    if (most.length >= this.quorum) {
      for (const { endpoint } of others.flat()) {
        this.demote(
          endpoint,
          new Contradiction(`${endpoint.rpc.host} says something else of ${what} than the others`),
        );
      }
      return most[0]!.value;
    }
    if (isUnknown && others.length === 0) return null as T;
    if (others.length === 0) throw this.noQuorum(what, failures);
    const hosts = [most, ...others].map((side) =>
      side.map(({ endpoint }) => endpoint.rpc.host).join(' and '),
    );
    throw new NoQuorum(
      `${this.options.chainName}: the endpoints disagree on ${what}: ${hosts.join(' against ')}. ` +
        'Nothing is done until they agree; look for the one that is wrong, or add another',
    );
  }

  private noQuorum(what: string, failures: readonly unknown[]): Error {
    const { chainName, endpoints, quorum } = this.options;
    const reasons = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
    return new NoQuorum(
      `${chainName}: ${endpoints.length - failures.length} of ${endpoints.length} endpoints can tell ${what}, ` +
        `${quorum} must. ${reasons.join('; ')}`,
      { cause: failures[0] },
    );
  }

  private async try<T>(endpoint: Endpoint, ask: Ask<T>): Promise<Answer<T> | { readonly error: unknown }> {
    try {
      const value = await endpoint.ask(ask);
      endpoint.lastTold = '';
      return { endpoint, value };
    } catch (error) {
      this.demote(endpoint, error);
      return { error };
    }
  }

  /** Asked last from now on, and told to the operator: once for each thing that is wrong. */
  private demote(endpoint: Endpoint, error: unknown): void {
    this.ranked = [...this.ranked.filter((each) => each !== endpoint), endpoint];
    const told = error instanceof Error ? error.message : String(error);
    if (told === endpoint.lastTold) return;
    endpoint.lastTold = told;
    const { chainName, warn } = this.options;
    warn({ err: error, chain: chainName, endpoint: endpoint.rpc.host }, 'an endpoint is not believed');
  }
}

/** The answers by what they say, the most frequent first. Those that do not know are on no side. */
function sides<T>(answers: readonly Answer<T>[]): Answer<T>[][] {
  const bySaying = new Map<string, Answer<T>[]>();
  for (const answer of answers) {
    if (answer.value === null) continue;
    const saying = fingerprint(answer.value);
    bySaying.set(saying, [...(bySaying.get(saying) ?? []), answer]);
  }
  return [...bySaying.values()].sort((a, b) => b.length - a.length);
}

function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? '';
}

/** One endpoint, which has to show that it is on our chain whenever the connection to it is new. */
class Endpoint {
  readonly rpc: Rpc;
  lastTold = '';
  private readonly options: EndpointsOptions;
  private isOurChain = false;
  private restsUntil = 0;

  constructor(rpc: Rpc, options: EndpointsOptions) {
    this.rpc = rpc;
    this.options = options;
  }

  get isResting(): boolean {
    return Date.now() < this.restsUntil;
  }

  async ask<T>(ask: Ask<T>): Promise<T> {
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

  private async checkChain(): Promise<void> {
    const { evmChainId, chainName } = this.options;
    const theirs = count(await this.rpc.call('eth_chainId'));
    if (theirs !== evmChainId) {
      throw new Error(
        `${this.rpc.host} is on chain ${theirs}, but ${chainName} is ${evmChainId}: give the address of a node of ${chainName}`,
      );
    }
    this.isOurChain = true;
  }
}
