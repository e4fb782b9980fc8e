import type { Asset } from '../../../packages/service/src/catalog/catalogue.ts';
import { Rejected } from '../../../packages/service/src/chains/chain.ts';
import { encodeTransaction } from '../../../packages/service/src/chains/sim/sim-transaction.ts';
import { payFromFaucet } from '../../../packages/service/src/chains/sim/test-networks.ts';
import type { PlacedOrder } from './place-order.ts';
import type { SimulatedChain, World } from './world.ts';

/** A transfer that a client makes, or means to. */
export interface Sending {
  readonly chain: SimulatedChain;
  readonly address: string;
  readonly assetId: number;
  readonly units: bigint;
  readonly dueAt: number;
  readonly salt: string;
  /** Null until it has been sent. */
  txid: string | null;
  /** No block takes it before this: it pays too little. */
  readonly stuckUntil: number;
}

const PLANS = {
  'pays exactly': 8,
  'pays late': 2,
  'pays twice': 2,
  'pays in two parts': 1,
  'pays too little': 2,
  'pays too much': 2,
  'pays dust': 1,
  'pays in another asset': 2,
  'pays in another asset as well': 2,
  'never pays': 1,
  'pays after a week': 1,
  'pays exactly, and a little that no block takes': 2,
  'pays exactly, and as much again that no block takes': 1,
  'pays so little to the miners that no block takes it': 1,
} as const;

/** For ever, as far as an order is concerned; or until its time and its grace have passed. */
const STUCK_S = [Number.POSITIVE_INFINITY, 300, 3_000, 4_500, 9_000];

/** Draws what an order's client will do about paying, and says so. */
export function planSendings(world: World, order: PlacedOrder): keyof typeof PLANS {
  const { random, clock } = world;
  const { units, from } = order.terms;
  const plan = random.weighted(PLANS);
  const soon = () => clock.now() + random.between(0, 30);
  const send = (part: bigint, dueAt: number, stuckS = 0): void => {
    const stuckUntil = dueAt + stuckS;
    add(world, order, order.chain, from, part, { dueAt, stuckUntil });
  };
  const repeat = (parts: bigint[]) => {
    for (const part of parts) send(part, soon());
  };
  const sendOther = () => {
    const chains = world.chains.filter(({ space }) => space === order.chain.space);
    const others = chains.flatMap((chain) => chain.assets.map((asset) => ({ chain, asset })));
    const other = others.filter(({ asset }) => asset.id !== from.id);
    if (other.length === 0) return;
    const { chain, asset } = random.pick(other);
    const dueAt = soon();
    const some = 10n ** BigInt(asset.decimals) / BigInt(random.pick([1, 50]));
    add(world, order, chain, asset, some, { dueAt, stuckUntil: dueAt });
  };
  const share = (percent: number) => (units * BigInt(percent)) / 100n;
  const plans: Record<keyof typeof PLANS, () => void> = {
    'pays exactly': () => send(units, soon()),
    'pays late': () => send(units, order.expiresAt + random.between(1, 600)),
    'pays twice': () => repeat([units, units]),
    'pays in two parts': () => repeat([units / 3n, units - units / 3n]),
    'pays too little': () => send(share(random.between(20, 99)), soon()),
    'pays too much': () => send(share(random.pick([101, 150, 100_000])), soon()),
    'pays dust': () => send(BigInt(random.between(1, 300)), soon()),
    'pays in another asset': sendOther,
    'pays in another asset as well': () => {
      send(units, soon());
      sendOther();
    },
    'never pays': () => {},
    'pays after a week': () => send(units, order.expiresAt + 7 * 86_400 + random.between(-60, 600)),
    'pays exactly, and a little that no block takes': () => {
      send(units, soon());
      send(share(random.between(1, 5)), soon(), random.pick(STUCK_S));
    },
    'pays exactly, and as much again that no block takes': () => {
      send(units, soon());
      send(units, soon(), random.pick(STUCK_S));
    },
    'pays so little to the miners that no block takes it': () => send(units, soon(), random.pick(STUCK_S)),
  };
  plans[plan]();
  return plan;
}

function add(
  world: World,
  { id, address }: PlacedOrder,
  chain: SimulatedChain,
  asset: Asset,
  units: bigint,
  when: Pick<Sending, 'dueAt' | 'stuckUntil'>,
): void {
  const salt = `order ${id} sending ${world.sendings.length}`;
  world.sendings.push({ chain, address, assetId: asset.id, units, ...when, salt, txid: null });
}

/** Sends what is due. */
export async function sendDue(world: World): Promise<void> {
  for (const sending of world.sendings) {
    if (sending.txid !== null || sending.dueAt > world.clock.now()) continue;
    await send(sending);
    world.log.say(`${sending.salt} is sent`);
  }
}

/** Gives a transfer to the network, for the first time or again; one that is spent otherwise is refused. */
export async function send(sending: Sending): Promise<void> {
  const { chain, address, assetId, units, salt } = sending;
  try {
    sending.txid = await payFromFaucet(chain.network, { address, assetId, units }, salt);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
  }
}

/** Spends what a transfer spends in another way, at a higher fee; true if the network took it. */
export async function doubleSpend({ chain, assetId, units, salt }: Sending): Promise<boolean> {
  const { bytes } = encodeTransaction({
    chainId: chain.chain.id,
    sources: ['faucet'],
    spends: [`faucet:${salt}`],
    takes: [],
    gives: [{ address: 'faucet', assetId, units: String(units) }],
    feeUnits: '1',
    salt,
  });
  return chain.network.submit(bytes).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Rejected) return false;
      throw error;
    },
  );
}
