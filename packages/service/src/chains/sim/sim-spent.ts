import type { Queryable } from '../../store/database.ts';
import type { SpentCoin } from '../chain.ts';

/** What the transactions of a test network use up: coins, and the nonces of accounts. */
export class SimSpent {
  private readonly client: Queryable;
  private readonly chainId: number;
  /** The next nonce of each account when it was asked for last: the search begins there. */
  private readonly found = new Map<string, number>();

  constructor(client: Queryable, chainId: number) {
    this.client = client;
    this.chainId = chainId;
  }

  /** Those of some spends that a transaction uses up, in a block or waiting. */
  async among(spends: readonly string[]): Promise<SpentCoin[]> {
    const { rows } = await this.client.query<SpentCoin>({
      name: 'sim-spent',
      text: `
        SELECT spend, t.txid, t.state = 'waiting' AS "isWaiting" FROM sim_tx t, unnest(t.spends) AS spend
         WHERE t.chain_id = $1 AND t.spends && $2::text[] AND t.state IN ('waiting', 'mined') AND spend = ANY ($2::text[])
         ORDER BY t.seq`,
      values: [this.chainId, spends],
    });
    return rows;
  }

  /** The first number that an account has not used, in blocks, or with what waits: numbers have no gaps. */
  async nextNumber(address: string, withWaiting: boolean): Promise<number> {
    const isUsed = async (number: number) => {
      const users = number < 0 ? [] : await this.among([`${address}#${number}`]);
      return number < 0 || users.some(({ isWaiting }) => withWaiting || !isWaiting);
    };
    let next = this.found.get(address) ?? 0;
    for (let step = 1; !(await isUsed(next - 1)); step *= 2) next = Math.max(0, next - step);
    let [used, unused] = [next - 1, next];
    for (let step = 1; await isUsed(unused); step *= 2) [used, unused] = [unused, unused + step];
    while (unused - used > 1) {
      const middle = Math.floor((used + unused) / 2);
      if (await isUsed(middle)) used = middle;
      else unused = middle;
    }
    this.found.set(address, unused);
    return unused;
  }
}
