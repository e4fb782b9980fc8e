import { addressForm } from '../../chains/address-forms.ts';
import type { Chain, Transaction, Watch } from '../../chains/chain.ts';
import type { AddressSpace } from '../../chains/family.ts';
import type { Queryable } from '../../store/database.ts';
import { AddressFilter, TAIL } from './address-filter.ts';

/** Read at once: it takes about as long as following a large block. */
const CHUNK = 50_000;
/** Longer than any address. */
const WHOLE = 100;

interface Space {
  readonly name: AddressSpace;
  readonly treasury: string | null;
  /** As many addresses have been derived, without a gap; they are stored with this number. */
  readonly derived: number;
}

interface Watched {
  readonly filter: AddressFilter;
  loaded: number;
  treasury: string | null;
  /** The store does not have the addresses it should: nothing can be told from them. */
  isBroken: boolean;
}

const EVERYONE: Watch = Object.assign(() => true, { asInBlocks: () => true });

/**
 * What this node remembers of our addresses, to tell at once that a transfer is none of our business: of thousands in
 * a block, almost all are not. Whether one is ours is for the store to say.
 *
 * An address that was missing here would be a lost deposit. So each answer first reads how many addresses there are:
 * an address is stored in the transaction that counts it, before it is given to anyone.
 */
export class WatchedAddresses {
  private readonly spaces = new Map<string, Watched>();
  private readonly warn: (facts: object, message: string) => void;

  constructor(warn: (facts: object, message: string) => void) {
    this.warn = warn;
  }

  /** The transactions with only those transfers that may be ours; those without any are left out. */
  async among(
    client: Queryable,
    chain: Chain,
    transactions: readonly Transaction[],
  ): Promise<readonly Transaction[]> {
    if (transactions.length === 0) return transactions;
    const watch = await this.watch(client, chain);
    if (watch === EVERYONE) return transactions;
    const ours: Transaction[] = [];
    for (const transaction of transactions) {
      const transfers = transaction.transfers.filter(({ address }) => watch(address));
      if (transfers.length > 0) ours.push({ ...transaction, transfers });
    }
    return ours;
  }

  /** Whom a chain watches, as of now. */
  async watch(client: Queryable, chain: Chain): Promise<Watch> {
    const space = await readSpace(client, chain);
    const { filter, loaded, isBroken } = await this.load(client, space);
    // After a start with millions of addresses: until all are read, the store looks at every transfer.
    if (isBroken || loaded < space.derived) return EVERYONE;
    this.addTreasury(space);
    const isOurs = (address: string) => filter.mayHave(address);
    if (writtenInBlocks(space.name) === null) return isOurs;
    return Object.assign((address: string) => isOurs(address), { asInBlocks: isOurs });
  }

  private addTreasury({ name, treasury }: Space): void {
    const watched = this.spaces.get(name) as Watched;
    if (treasury === null || watched.treasury === treasury) return;
    addTo(watched.filter, name, treasury);
    watched.treasury = treasury;
  }

  /** Reads the addresses that have been added since, or a part of them if they are many. */
  private async load(client: Queryable, { name, derived }: Space): Promise<Watched> {
    const watched = this.spaces.get(name) ?? {
      filter: new AddressFilter(),
      loaded: 0,
      treasury: null,
      isBroken: false,
    };
    this.spaces.set(name, watched);
    const from = watched.loaded;
    const count = Math.min(CHUNK, derived - from);
    if (count <= 0 || watched.isBroken) return watched;
    const { rows } = await client.query<{ count: number; addresses: string }>({
      name: 'watch-addresses',
      text: `
        SELECT count(*)::int AS count, coalesce(string_agg(right(address, $4), ' '), '') AS addresses
          FROM deposit_address WHERE space = $1 AND index >= $2 AND index < $3`,
      values: [name, from, from + count, writtenInBlocks(name) === null ? TAIL : WHOLE],
    });
    // Another chain with the same addresses may have read them meanwhile.
    if (watched.loaded !== from) return watched;
    if (rows[0]?.count !== count) {
      watched.isBroken = true;
      this.warn({ space: name, from, count }, 'deposit addresses are missing in the store');
      return watched;
    }
    const forms = writtenInBlocks(name) === null ? 1 : 2;
    watched.filter.expect((derived - from + 1) * forms);
    for (const address of rows[0].addresses.split(' ')) addTo(watched.filter, name, address);
    watched.loaded = from + count;
    return watched;
  }
}

/** As it is, and as blocks write it: what is in a block is looked for as it stands there. */
function addTo(filter: AddressFilter, space: AddressSpace, address: string): void {
  filter.add(address);
  const written = writtenInBlocks(space)?.(address) ?? null;
  if (written !== null) filter.add(written);
}

/** How blocks of a space write addresses; null: as everybody does. */
function writtenInBlocks(space: AddressSpace): ((address: string) => string | null) | null {
  return addressForm(space).asInBlocks ?? null;
}

async function readSpace(client: Queryable, chain: Chain): Promise<Space> {
  const { rows } = await client.query<Space>({
    name: 'read-watched-space',
    text: `
      SELECT s.name, s.treasury, s.derived FROM chain c JOIN address_space s ON s.name = c.address_space WHERE c.id = $1`,
    values: [chain.id],
  });
  if (rows[0] === undefined) throw new Error(`the wallet has no addresses of ${chain.name}`);
  return rows[0];
}
