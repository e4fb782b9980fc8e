import { type CheckChain, type NodeClient, RpcEndpoint } from './endpoint.ts';

export interface EndpointsOptions<Client extends NodeClient> {
  readonly chain: { readonly name: string };
  readonly endpoints: readonly Client[];
  /** Asked of each before anything else. */
  readonly checkChain: CheckChain<Client>;
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

/** Something went wrong while a node was asked, but not by its fault: the cause is thrown, and the node is believed. */
export class NotTheNode extends Error {
  override readonly name = 'NotTheNode';

  constructor(cause: unknown) {
    super('not the fault of the node', { cause });
  }
}

type Ask<C, T> = (rpc: C) => Promise<T>;
type EndpointAnswer<C extends NodeClient, T> = { readonly endpoint: RpcEndpoint<C>; readonly value: T };
type Failure<C extends NodeClient> = { readonly endpoint: RpcEndpoint<C>; readonly error: unknown };
/** Those who say the same. */
type Side<C extends NodeClient, T> = readonly EndpointAnswer<C, T>[];

/**
 * The endpoints of one chain. What decides on money is asked of as many as must agree, and of one more for each that
 * fails or differs. Whoever differs from what the others agree on is told to the operator and asked last from then on.
 */
export class Endpoints<C extends NodeClient> {
  private readonly options: EndpointsOptions<C>;
  private ranked: readonly RpcEndpoint<C>[];

  constructor(options: EndpointsOptions<C>) {
    const { chain, endpoints, quorum, checkChain } = options;
    if (!Number.isInteger(quorum) || quorum < 1 || quorum > endpoints.length) {
      throw new RangeError(
        `${chain.name} has ${endpoints.length} endpoints, of which ${quorum} must agree: add endpoints, or let fewer agree`,
      );
    }
    this.options = options;
    this.ranked = endpoints.map((rpc) => new RpcEndpoint(rpc, checkChain));
  }

  get quorum(): number {
    return this.options.quorum;
  }

  /**
   * What as many endpoints as must agree say, by the part of it that is compared. A null is an endpoint's way to say that it does not know (yet): it
   * contradicts nobody, and is the answer if there are too few others. Throws if they disagree, or too few answer.
   */
  async agree<T>(
    what: string,
    ask: Ask<C, T>,
    compared: (value: NonNullable<T>) => unknown = (value) => value,
  ): Promise<T> {
    const sides = new Map<string, EndpointAnswer<C, T>[]>();
    const failures: unknown[] = [];
    const unasked = [...this.ranked];
    let isUnknown = false;
    let needed = this.quorum;
    while (unasked.length > 0 && needed > 0) {
      const asked = unasked.splice(0, needed);
      for (const answer of await Promise.all(asked.map((endpoint) => this.try(endpoint, ask)))) {
        if ('error' in answer) failures.push(answer.error);
        else if (answer.value === null) isUnknown = true;
        else {
          const saying = this.quorum === 1 ? '' : fingerprint(compared(answer.value as NonNullable<T>));
          sides.set(saying, [...(sides.get(saying) ?? []), answer]);
        }
      }
      needed = this.quorum - Math.max(0, ...[...sides.values()].map(({ length }) => length));
    }
    const [most = [], ...others] = [...sides.values()].sort((a, b) => b.length - a.length);
    if (most.length >= this.quorum) return this.believe(what, most, others);
    if (others.length > 0) throw this.disagreement(what, [most, ...others]);
    if (isUnknown) return null as T;
    throw this.tooFew(what, failures);
  }

  /** What the first says that answers: for what decides on no money, or is limited in other ways. */
  async first<T>(ask: Ask<C, T>): Promise<T> {
    const failures: unknown[] = [];
    for (const endpoint of this.ranked) {
      const answer = await this.try(endpoint, ask);
      if ('value' in answer) return answer.value;
      failures.push(answer.error);
    }
    throw new NoQuorum(`${this.options.chain.name}: no endpoint answers. ${reasons(failures)}`);
  }

  /** What all say that can be reached; those that lately could not are left out while there are enough others. */
  each<T>(ask: Ask<C, T>): Promise<(EndpointAnswer<C, T> | Failure<C>)[]> {
    const awake = this.ranked.filter((endpoint) => !endpoint.isResting);
    const asked = awake.length >= this.quorum ? awake : this.ranked;
    return Promise.all(asked.map((endpoint) => this.try(endpoint, ask)));
  }

  /** What all say, whether they could be reached lately or not. */
  all<T>(ask: Ask<C, T>): Promise<(EndpointAnswer<C, T> | Failure<C>)[]> {
    return Promise.all(this.ranked.map((endpoint) => this.try(endpoint, ask)));
  }

  /**
   * The height that as many endpoints as must agree have reached, by what each of them says of its own. One that is
   * further behind than it may be is told to the operator.
   */
  async reached(what: string, ask: Ask<C, number>, mostBehind = Number.POSITIVE_INFINITY): Promise<number> {
    const all = await this.each(ask);
    const answers = all.filter((each) => 'value' in each);
    const height = answers.map(({ value }) => value).sort((a, b) => b - a)[this.quorum - 1];
    if (height === undefined) {
      throw this.tooFew(
        what,
        all.flatMap((each) => ('error' in each ? [each.error] : [])),
      );
    }
    for (const { endpoint, value } of answers) {
      if (height - value <= mostBehind) continue;
      this.demote(
        endpoint,
        new Error(`${endpoint.rpc.host} is far behind the others: look whether it still follows the chain`),
      );
    }
    return height;
  }

  private believe<T>(what: string, most: Side<C, T>, others: readonly Side<C, T>[]): T {
    for (const { endpoint } of others.flat()) {
      const { host } = endpoint.rpc;
      this.demote(endpoint, new Contradiction(`${host} says something else of ${what} than the others`));
    }
    return most[0]!.value;
  }

  private disagreement(what: string, sides: readonly Side<C, unknown>[]): NoQuorum {
    const hosts = sides.map((side) => side.map(({ endpoint }) => endpoint.rpc.host).join(' and '));
    return new NoQuorum(
      `${this.options.chain.name}: the endpoints disagree on ${what}: ${hosts.join(' against ')}. ` +
        'Nothing is done until they agree: look for the one that is wrong, or add another',
    );
  }

  private tooFew(what: string, failures: readonly unknown[]): NoQuorum {
    const { chain, endpoints, quorum } = this.options;
    return new NoQuorum(
      `${chain.name}: too few endpoints tell ${what}: ${quorum} of ${endpoints.length} must. ${reasons(failures)}`,
      { cause: failures[0] },
    );
  }

  private async try<T>(endpoint: RpcEndpoint<C>, ask: Ask<C, T>): Promise<EndpointAnswer<C, T> | Failure<C>> {
    try {
      const value = await endpoint.ask(ask);
      return { endpoint, value };
    } catch (error) {
      if (error instanceof NotTheNode) throw error.cause;
      this.demote(endpoint, error);
      return { endpoint, error };
    }
  }

  /** Asked last from now on, and told to the operator. */
  private demote(endpoint: RpcEndpoint<C>, error: unknown): void {
    this.ranked = [...this.ranked.filter((each) => each !== endpoint), endpoint];
    if (!endpoint.isNews(reasons([error]))) return;
    const { chain, warn } = this.options;
    warn({ err: error, chain: chain.name, endpoint: endpoint.rpc.host }, 'an endpoint is not believed');
  }
}

function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? '';
}

function reasons(failures: readonly unknown[]): string {
  return failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))).join('; ');
}
