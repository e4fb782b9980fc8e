import type { Offer } from '../offer.ts';
import { Exact, type Example, type ExampleCall, type ExampleStep, Given, type Params } from './example.ts';

/** Where it is sent nothing that matters: the name is reserved for documents. */
const WEBHOOK_URL = 'https://example.com/swapdesk';
const CALC_ID = new Given('calc_id');
const QUERY_CODE = new Given('query_code');
const MANAGE_CODE = new Given('manage_code');
const WEBHOOK = new Given('id', true);

const call = (operation: string, params: Params = {}, keeps: readonly Given[] = []): ExampleCall => ({
  kind: 'call',
  operation,
  params,
  keeps,
});

/**
 * An example of every operation, with what is offered here, by the operation's id. Each runs as it stands. Where coins are real
 * no order is placed to show what is done with one: whoever tries that says with which.
 */
export function examplesOf(offer: Offer): ReadonlyMap<string, Example> {
  const plain = (steps: readonly ExampleStep[], ...said: string[]): Example => ({
    isSigned: false,
    said,
    steps,
  });
  const signed = (...steps: ExampleStep[]): Example => ({ isSigned: true, said: [], steps });
  const ofOrder = ofOrderWith(offer, plain);
  const ofWebhook = (operation: string, more: Params = {}) =>
    signed(
      call('webhookCreate', { url: WEBHOOK_URL }, [WEBHOOK]),
      call(operation, { id: WEBHOOK, ...more }),
      ...(operation === 'webhookRemove' ? [] : [call('webhookRemove', { id: WEBHOOK })]),
    );
  return new Map([
    ['calculate', plain([call('calculate', swapOf(offer, 'fixed', false))])],
    ['place', plain([...fixedOrder(offer, [])], ...saidAddress(offer))],
    ['query', ofOrder([call('query', { query_code: QUERY_CODE })])],
    ['find', finding(offer, plain)],
    ['list', signed(call('list', { page_size: new Exact('5'), direction: 'DESC' }))],
    ['refcodeList', signed(call('refcodeList', { settle_status: new Exact('1') }))],
    ['assets', plain([call('assets')])],
    ['assetsByChain', plain([call('assetsByChain')])],
    ['prices', plain([call('prices')])],
    ['validateAddress', plain([call('validateAddress', addressOf(offer))])],
    ['resolve', resolving(offer, plain)],
    [
      'cancel',
      ofOrder([call('cancel', { query_code: QUERY_CODE, manage_code: MANAGE_CODE })], [MANAGE_CODE]),
    ],
    ['orderEvents', followingOrder(offer, plain)],
    ['accountEvents', signed(call('accountEvents', { after: new Exact('0'), limit: new Exact('10') }))],
    ['accountStream', followingAccount(offer, signed)],
    ['webhookList', signed(call('webhookList'))],
    ['webhookCreate', signed(call('webhookCreate', { url: WEBHOOK_URL, types: ['order.status'] }))],
    ['webhookChange', ofWebhook('webhookChange', { types: ['order.status', 'payout.confirmed'] })],
    ['webhookRotate', ofWebhook('webhookRotate', { overlap_s: new Exact('3600') })],
    ['webhookPause', ofWebhook('webhookPause')],
    ['webhookResume', ofWebhook('webhookResume')],
    ['webhookRemove', ofWebhook('webhookRemove')],
    ['webhookTest', ofWebhook('webhookTest')],
    ['webhookAttempts', ofWebhook('webhookAttempts', { limit: new Exact('10') })],
    ['webhookResend', ofWebhook('webhookResend', { after: new Exact('0') })],
    ['affiliate', signed(call('affiliate'))],
    ['affiliateStatement', signed(call('affiliateStatement', { month: '2026-11', zone: 'Europe/Berlin' }))],
    ['payoutAddress', signed(call('payoutAddress'))],
    ['payoutAddressName', signed(call('payoutAddressName', addressOf(offer)))],
    ['payoutAddressUndo', signed(call('payoutAddressName', addressOf(offer)), call('payoutAddressUndo'))],
    ['durations', plain([call('durations')])],
    ['service', plain([call('service')])],
  ]);
}

type Plain = (steps: readonly ExampleStep[], ...said: string[]) => Example;

function swapOf(offer: Offer, mode: 'float' | 'fixed', isAddressed: boolean): Params {
  const { from, to, quantity, address } = offer;
  const receiver = address === null ? new Given('TO_ADDRESS') : address;
  return {
    exchange_mode: mode,
    from_chain: from.chain,
    from_abbr: from.abbr,
    from_quantity: new Exact(quantity),
    to_address: [{ to_chain: to.chain, to_abbr: to.abbr, ...(isAddressed ? { to_address: receiver } : {}) }],
  };
}

function saidAddress({ address }: Offer): string[] {
  return address === null ? ['TO_ADDRESS'] : [];
}

/** A quote, and the order that takes it. */
function fixedOrder(offer: Offer, keeps: readonly Given[]): ExampleStep[] {
  const swap = swapOf(offer, 'fixed', true);
  return [call('calculate', swap, [CALC_ID]), call('place', { ...swap, calc_id: CALC_ID }, keeps)];
}

/** What is done with an order: one that is placed for it, or one's own. */
function ofOrderWith(offer: Offer, plain: Plain) {
  return (steps: readonly ExampleStep[], more: readonly Given[] = []): Example => {
    const codes = [QUERY_CODE, ...more];
    if (offer.address !== null) return plain([call('place', swapOf(offer, 'float', true), codes), ...steps]);
    return withSaid(steps, codes, plain);
  };
}

/** By what everybody can see, and what only its client knows. */
function finding(offer: Offer, plain: Plain): Example {
  const [address, number] = [new Given('address'), new Given('order_no')];
  const facts = [call('find', { fact: address, other: number })];
  if (offer.address === null) return withSaid(facts, [address, number], plain);
  return plain([call('place', swapOf(offer, 'float', true), [address, number]), ...facts]);
}

/** On test networks an order is paid short for it, and freezes. */
function resolving(offer: Offer, plain: Plain): Example {
  const codes = [QUERY_CODE, MANAGE_CODE];
  const decision = { query_code: QUERY_CODE, manage_code: MANAGE_CODE, action: 'refund' };
  const { refundAddress, half } = offer;
  if (refundAddress === null)
    return withSaid(
      [call('resolve', { ...decision, refund_address: new Given('REFUND_ADDRESS') })],
      [...codes, new Given('REFUND_ADDRESS')],
      plain,
    );
  return plain([
    ...fixedOrder(offer, codes),
    call('testnetPay', { query_code: QUERY_CODE, amount: new Exact(half) }),
    { kind: 'wait', queryCode: QUERY_CODE },
    call('resolve', { ...decision, refund_address: refundAddress }),
  ]);
}

/** So that there is an event to be seen, an order is cancelled before. */
function followingOrder(offer: Offer, plain: Plain): Example {
  const following: ExampleStep = {
    kind: 'stream',
    operation: 'orderEvents',
    params: { query_code: QUERY_CODE },
  };
  return offer.address === null
    ? withSaid([following], [QUERY_CODE], plain)
    : plain([...cancelledOrder(offer), following]);
}

function followingAccount(offer: Offer, signed: (...steps: ExampleStep[]) => Example): Example {
  const following: ExampleStep = { kind: 'stream', operation: 'accountStream', params: {} };
  return offer.address === null ? signed(following) : signed(...cancelledOrder(offer), following);
}

function cancelledOrder(offer: Offer): ExampleStep[] {
  const codes = [QUERY_CODE, MANAGE_CODE];
  return [
    call('place', swapOf(offer, 'float', true), codes),
    call('cancel', { query_code: QUERY_CODE, manage_code: MANAGE_CODE }),
  ];
}

/** The codes come from the surroundings, under the names that surroundings have. */
function withSaid(steps: readonly ExampleStep[], codes: readonly Given[], plain: Plain): Example {
  const names = new Map(codes.map(({ name }) => [name, new Given(name.toUpperCase())]));
  const renamed = steps.map((step): ExampleStep => {
    if (step.kind === 'wait') return step;
    const params = Object.entries(step.params).map(([key, value]) => [
      key,
      value instanceof Given ? (names.get(value.name) ?? value) : value,
    ]);
    return { ...step, params: Object.fromEntries(params) as Params };
  });
  return plain(renamed, ...codes.map(({ name }) => name.toUpperCase()));
}

function addressOf({ to, sampleAddress }: Offer): Params {
  return { chain: to.chain, abbr: to.abbr, address: sampleAddress };
}
