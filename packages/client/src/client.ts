import { type EventsOptions, followEvents } from './follow-events.ts';
import { newId } from './new-id.ts';
import type { CallOptions, SwapdeskClientOptions } from './options.ts';
import type { AccountEventPage, OrderPage, ReferralOrderPage } from './pages.ts';
import { TestNetwork } from './test-network.ts';
import { Transport } from './transport.ts';
import { Webhooks } from './webhooks.ts';
import type { AffiliateSummary, OwnStatement, PayoutAddressState } from './wire/affiliates.ts';
import type {
  AccountEvent,
  AddressCheck,
  Calculation,
  FoundCode,
  ListedAsset,
  OrderEvent,
  OrderState,
  PairDuration,
  PlacedOrder,
  RecentPrice,
  ServiceInfo,
} from './wire/answers.ts';
import type { QueriedOrder } from './wire/orders.ts';
import type {
  AccountEventsRequest,
  CalculateRequest,
  CancelRequest,
  FindRequest,
  ListRequest,
  NamePayoutAddressRequest,
  OwnStatementRequest,
  PlaceRequest,
  ReferralListRequest,
  ResolveRequest,
  ValidateAddressRequest,
} from './wire/requests.ts';

/** Placing takes a key of one's own too, so that even another process can place the same order once more without doubling it. */
export interface PlaceOptions extends CallOptions {
  readonly idempotencyKey?: string | undefined;
}

/**
 * Calls a Swapdesk, and signs when it has a key. Amounts in answers are text, digit for digit. Throws SwapdeskError when refused,
 * NetworkError and TimeoutError where there was no answer.
 */
export class SwapdeskClient {
  /** Control over simulated networks. */
  readonly testnet: TestNetwork;
  /** Where the events of the account are sent. */
  readonly webhooks: Webhooks;
  private readonly transport: Transport;

  constructor(options: SwapdeskClientOptions) {
    this.transport = new Transport(options);
    this.testnet = new TestNetwork(this.transport);
    this.webhooks = new Webhooks(this.transport);
  }

  /** A quote. */
  calculate(request: CalculateRequest, options?: CallOptions): Promise<Calculation> {
    return this.post('order/calculate', request, options, { isRepeatable: true });
  }

  /** Places an order. It is sent again under the same idempotency key, so there is one order however often an answer is lost. */
  place(request: PlaceRequest, options: PlaceOptions = {}): Promise<PlacedOrder> {
    const { idempotencyKey = newId() } = options;
    return this.post('order/place', request, options, { isRepeatable: true, idempotencyKey });
  }

  /** One order. */
  query(queryCode: string, options?: CallOptions): Promise<QueriedOrder> {
    return this.get('order/query', { query_code: queryCode }, options);
  }

  /** The code of an order that two facts are of, one of which only its client knows. Few tries in a minute. */
  async find(request: FindRequest, options?: CallOptions): Promise<string> {
    const { query_code } = await this.post<FoundCode>('order/find', request, options, { isRepeatable: true });
    return query_code;
  }

  /** What happened to an order, then what happens, until the loop is left. Breaks are mended: none is missed, none comes twice. */
  events(queryCode: string, options?: EventsOptions): AsyncGenerator<OrderEvent, void, undefined> {
    const numberOf = ({ number }: OrderEvent) => number;
    const log = { path: '/openapi/order/events', params: { query_code: queryCode }, numberOf };
    return followEvents<OrderEvent>(this.transport, log, options);
  }

  /** What happened to the account's orders after a number, a page of it. Go on after the `next` of the answer. */
  accountEvents(request: AccountEventsRequest = {}, options?: CallOptions): Promise<AccountEventPage> {
    return this.transport.call(getting('events', request), options);
  }

  /** The same, then what happens, until the loop is left. Keep the `account_number` of the last one, and go on `after` it. */
  followAccount(options?: EventsOptions): AsyncGenerator<AccountEvent, void, undefined> {
    const numberOf = ({ account_number }: AccountEvent) => account_number;
    return followEvents<AccountEvent>(
      this.transport,
      { path: '/openapi/events/stream', params: {}, numberOf },
      options,
    );
  }

  /** The account's orders. */
  list(request: ListRequest = {}, options?: CallOptions): Promise<OrderPage> {
    return this.transport.call(getting('order/list', request), options);
  }

  /** Orders that came through the account's referral codes. */
  referralList(request: ReferralListRequest = {}, options?: CallOptions): Promise<ReferralOrderPage> {
    return this.transport.call(getting('refcode/order/list', request), options);
  }

  /** What the account has earned, what of it was paid and is due; its codes, and its newest settlements. */
  affiliate(options?: CallOptions): Promise<AffiliateSummary> {
    return this.get('affiliate', {}, options);
  }

  /** What it has earned in a month, order by order. Go on `after` the `next` of the answer, until that is empty. */
  affiliateStatement(request: OwnStatementRequest, options?: CallOptions): Promise<OwnStatement> {
    return this.get('affiliate/statement', request, options);
  }

  /** Where the account's commissions are paid, and an address that does not count yet. */
  payoutAddress(options?: CallOptions): Promise<PayoutAddressState> {
    return this.get('affiliate/payout', {}, options);
  }

  /** Names where they are to be paid. It counts after a while; the account's log tells of it. The same one again is the same. */
  namePayoutAddress(request: NamePayoutAddressRequest, options?: CallOptions): Promise<PayoutAddressState> {
    return this.post('affiliate/payout/name', request, options, { isRepeatable: true });
  }

  /** Takes back the one that does not count yet. */
  undoPayoutAddress(options?: CallOptions): Promise<PayoutAddressState> {
    return this.post('affiliate/payout/undo', {}, options);
  }

  /** Cancels an order that nobody has paid. */
  cancel(request: CancelRequest, options?: CallOptions): Promise<OrderState> {
    return this.post('order/cancel', request, options);
  }

  /** Decides about an order that is frozen, or about what came to it and does not count. */
  resolve(request: ResolveRequest, options?: CallOptions): Promise<OrderState> {
    return this.post('order/resolve', request, options);
  }

  /** What can be exchanged. */
  assets(options?: CallOptions): Promise<readonly ListedAsset[]> {
    return this.get('abbr/lists', {}, options);
  }

  /** How long exchanges have taken lately, of pairs that had enough of them. */
  durations(options?: CallOptions): Promise<readonly PairDuration[]> {
    return this.get('durations', {}, options);
  }

  /** The last price of each coin. */
  prices(options?: CallOptions): Promise<readonly RecentPrice[]> {
    return this.get('abbr/recent/prices', {}, options);
  }

  /** Whether an asset can be received at an address. */
  validateAddress(request: ValidateAddressRequest, options?: CallOptions): Promise<AddressCheck> {
    return this.post('address/validate', request, options, { isRepeatable: true });
  }

  /** Which network the service is for, its fees and times. */
  service(options?: CallOptions): Promise<ServiceInfo> {
    return this.get('service', {}, options);
  }

  private async get<Data>(name: string, params: object, options?: CallOptions): Promise<Data> {
    return (await this.transport.call<{ data: Data }>(getting(name, params), options)).data;
  }

  private async post<Data>(
    name: string,
    params: object,
    options?: CallOptions,
    more: { isRepeatable: boolean; idempotencyKey?: string } = { isRepeatable: false },
  ): Promise<Data> {
    const asked = { method: 'POST', path: `/openapi/${name}`, params, ...more } as const;
    return (await this.transport.call<{ data: Data }>(asked, options)).data;
  }
}

function getting(name: string, params: object) {
  return { method: 'GET', path: `/openapi/${name}`, params, isRepeatable: true } as const;
}
