import { MESSAGE, normalizeQueryCode } from '@swapdesk/contract/plain';
import { useEffect, useState } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import type { ManagedOrder } from '../api/order.ts';
import { placeOrder, type Wanted } from '../api/place.ts';
import { isNoAnswer, Refused, Unreachable } from '../api/refused.ts';
import type { Mode } from '../api/service.ts';
import { serviceSeconds } from '../api/service-clock.ts';
import { type KeptOrder, keepInTab, keepOrder } from '../orders/kept-orders.ts';
import { keepPlacedInWidget } from '../orders/placed-here.ts';
import { isWidget, keepWidgetOrder, orderPath, tell } from '../widget/widget.ts';
import type { Form } from './form.ts';
import type { QuoteState } from './live-quote.ts';
import { PendingOrder } from './pending-order.ts';
import { type Complaint, complaintOf, notKnown } from './refusal-words.ts';
import { isOnItsWay, wantedOf } from './wanted.ts';

interface Placing {
  readonly isPlacing: boolean;
  /** True after a click that came before the price: it is placed when that is there. */
  readonly isWaiting: boolean;
  /** True after the first attempt: then what is missing is said. */
  readonly isTried: boolean;
  readonly complaint: Complaint | null;
  place(): void;
}

interface PlacingHelp {
  /** How long an order waits for its payment. */
  readonly lifetimeS: Readonly<Record<Mode, number>>;
  /** Asks for a new price. */
  readonly renew: () => void;
  /** Called before the page is left. */
  readonly leave: () => void;
}

/** Places the order that the form and the quote describe, and goes to its page. */
export function usePlacing(form: Form, state: QuoteState, help: PlacingHelp): Placing {
  const { lifetimeS, renew, leave } = help;
  const [isPlacing, setPlacing] = useState(false);
  const [isTried, setTried] = useState(false);
  const [waitingFor, setWaitingFor] = useState<Form | null>(null);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const [pending] = useState(() => new PendingOrder());
  // A complaint is about what the form said then.
  useEffect(() => setComplaint(null), [form]);
  // Whoever goes on typing has not meant it yet.
  const isWaiting = waitingFor === form;

  // Whoever comes back may find the page as it was left.
  useEffect(() => {
    const comeBack = () => setPlacing(false);
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);

  const place = async () => {
    setTried(true);
    setComplaint(null);
    const wanted = wantedOf(form, state);
    setWaitingFor(wanted === null && isOnItsWay(form, state) ? form : null);
    if (wanted === null) return;
    setPlacing(true);
    try {
      const placed = await placeOnce(wanted, pending.keyFor(nameOf(wanted), lifetimeS[wanted.mode]));
      const { reference } = wanted;
      const path = orderPath(placed.code, placed.manageCode);
      if (isWidget) {
        keepWidgetOrder(path);
        keepPlacedInWidget({ code: placed.code, ...(reference !== null && { reference }) });
        tell({ type: 'placed', query_code: normalizeQueryCode(placed.code), reference });
      } else keep(keptOf(wanted, placed));
      pending.isAnswered();
      leave();
      location.assign(path);
    } catch (error) {
      // Of a fault nobody knows how far it went.
      const isKnown = error instanceof Refused && error.status < 500;
      if (isKnown) pending.isAnswered();
      setPlacing(false);
      setComplaint(isNoAnswer(error) && !isKnown ? notKnown() : complaintOf(error, form.from.abbr));
      if (error instanceof Refused && error.message === MESSAGE.calcIdInvalid) renew();
    }
  };
  useEffect(() => {
    if (isWaiting && state.stage !== 'asking') void place();
  }, [isWaiting, state]);
  return { isPlacing, isWaiting, isTried, complaint, place: () => void place() };
}

/** Asks once more where nobody has answered: by its key the service knows an order that it has placed already. */
async function placeOnce(wanted: Wanted, key: string): Promise<ManagedOrder> {
  try {
    return await placeOrder(wanted, key);
  } catch (error) {
    if (error instanceof Unreachable) return placeOrder(wanted, key);
    throw error;
  }
}

/** For as long as this browser keeps anything. */
function keep(order: KeptOrder): void {
  if (!keepOrder(order)) keepInTab(order);
}

/** What this browser remembers of it, from this moment on: nothing that happens to the page can lose the order. */
function keptOf({ from, entries, quantity, reference }: Wanted, placed: ManagedOrder): KeptOrder {
  const coinOf = ({ abbr, chain }: Asset) => ({ abbr, chain });
  return {
    ...placed,
    asset: coinOf(from),
    amount: quantity.toString(),
    receives: entries.map(({ asset }) => coinOf(asset)),
    placedAt: serviceSeconds(),
    ...(reference !== null && { reference }),
  };
}

/** All that makes it another order. */
function nameOf(wanted: Wanted): string {
  return JSON.stringify(wanted, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
