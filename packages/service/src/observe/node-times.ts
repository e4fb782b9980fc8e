import { TimeCounts, TimeCountsBy } from './time-counts.ts';

/** How long what this node does takes, beside requests. */
export class NodeTimes {
  /** Rounds of jobs that this node holds the lease of. */
  readonly rounds = new TimeCountsBy();
  /** Until there was a connection to the database. */
  readonly sqlWaits = new TimeCounts();
  /** What a connection was used for: a statement, or a whole transaction. */
  readonly sqlUses = new TimeCounts();
  /** What nodes of chains were asked, by chain and method. */
  readonly rpc = new Map<string, TimeCountsBy>();

  noteRpc(chain: string, method: string, ms: number): void {
    let ofChain = this.rpc.get(chain);
    if (ofChain === undefined) {
      ofChain = new TimeCountsBy();
      this.rpc.set(chain, ofChain);
    }
    ofChain.note(method, ms);
  }
}
