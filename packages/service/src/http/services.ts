import type { Directory } from '../access/directory.ts';
import type { LastUses } from '../access/last-uses.ts';
import type { RateLimiter } from '../access/rate-limit.ts';
import type { Network } from '../chains/family.ts';
import type { TestNetworks } from '../chains/sim/test-networks.ts';
import type { LiveAccounts } from '../events/live-accounts.ts';
import type { LiveEvents } from '../events/live-events.ts';
import type { MeasuredPair } from '../orders/durations.ts';
import type { ManageCodes } from '../orders/manage-code.ts';
import type { Order } from '../orders/order.ts';
import type { PlaceContext } from '../orders/place.ts';
import type { FindOrder } from '../orders/query.ts';
import type { SealKey } from '../pricing/seal.ts';
import type { Market } from '../pricing/terms.ts';
import type { PublicSite } from '../site/site.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { WebhookParts } from '../webhooks/webhook-parts.ts';
import type { Streams } from './streams.ts';

/** All that the endpoints work with. */
export interface Services {
  readonly database: Database;
  /** Where what is only shown is read: it has all that was acknowledged, and decides nothing. */
  readonly reader: Queryable;
  readonly network: Network;
  /** What clients call us, without a slash at the end. */
  publicUrl(): string;
  readonly limiter: RateLimiter;
  readonly lastUses: LastUses;
  /** The time that all nodes share, in milliseconds. */
  clockMs(): number;
  readonly findOrder: FindOrder;
  /** The same for who shows it and does no more. */
  readonly showOrder: FindOrder;
  readonly manageCodes: ManageCodes;
  /** How long exchanges have taken lately. */
  measuredDurations(): Promise<readonly MeasuredPair[]>;
  /** What happens to orders, for whoever listens. */
  readonly liveEvents: LiveEvents;
  /** What happens to all orders of an account. */
  readonly liveAccounts: LiveAccounts;
  readonly streams: Streams;
  /** What accounts have their events sent with. */
  readonly webhooks: WebhookParts;
  /** The networks that exist only here; empty wherever real chains are followed. */
  readonly testNetworks: TestNetworks;
  readonly placing: PlaceContext;
  /** Told of fixed orders that were cancelled: what they were promised counts no more. */
  takenBack(order: Order): void;
  /** The market, for whoever promises something: refuses while the desk is held, or its clock has jumped. */
  quoting(): Market;
  /** Catalogue, prices and settings as they are now. */
  market(): Market;
  directory(): Directory;
  /** How pages look. */
  site(): PublicSite;
  /** True once the store has moved on beyond what this node bears. */
  isOutgrown(): boolean;
  sealKeys(): readonly SealKey[];
}
