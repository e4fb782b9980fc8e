import { render, type VNode } from 'preact';
import { isPreview } from './site/site.ts';
import { SwapPage } from './swap/swap-page.tsx';

/** What a browser has written; what it has not, as a link that was cut off, is left as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Pages that whoever swaps need not load, by the first part of their address; `rest` is what follows it. */
const OTHERS: Readonly<Record<string, (rest: string) => Promise<VNode>>> = {
  order: async (code) => {
    const { OrderPage } = await import('./order/order-page.tsx');
    return <OrderPage code={decoded(code)} />;
  },
  find: async () => {
    const { FindPage } = await import('./find/find-page.tsx');
    return <FindPage />;
  },
  orders: async () => {
    const { OrdersPage } = await import('./orders/orders-page.tsx');
    return <OrdersPage />;
  },
  fees: async () => {
    const { FeesPage } = await import('./about/fees-page.tsx');
    return <FeesPage />;
  },
  status: async () => {
    const { StatusPage } = await import('./about/status-page.tsx');
    return <StatusPage />;
  },
  // The form, or an order, in a frame of somebody else's page.
  widget: async (code) => {
    const { WidgetFrame, keptWidgetOrder, wearColours } = await import('./widget/index.ts');
    const kept = code === '' ? keptWidgetOrder() : null;
    // It goes on where it was when the page around was left.
    if (kept !== null) {
      location.replace(kept);
      return new Promise<VNode>(() => {});
    }
    await wearColours(new URLSearchParams(location.search));
    if (code === '') return <SwapPage around={WidgetFrame} />;
    const { OrderPage } = await import('./order/order-page.tsx');
    return <OrderPage code={decoded(code)} around={WidgetFrame} />;
  },
  request: async () => {
    const { RequestPage } = await import('./request/request-page.tsx');
    return <RequestPage />;
  },
  affiliate: async () => {
    const { AffiliatePage } = await import('./affiliate/affiliate-page.tsx');
    return <AffiliatePage />;
  },
  questions: async () => {
    const { QuestionsPage } = await import('./about/questions-page.tsx');
    return <QuestionsPage />;
  },
};

/** What the service answers with "not found". */
async function nowhere(): Promise<VNode> {
  const { NowherePage } = await import('./nowhere/nowhere-page.tsx');
  return <NowherePage />;
}

const NOWHERE = 'nowhere';
const [, name = NOWHERE, rest = ''] = /^\/([^/]*)\/?([^/]*)\/?$/.exec(location.pathname) ?? [];
const place = document.getElementById('page') as HTMLElement;
try {
  const page = name === '' || isPreview ? <SwapPage /> : await (OTHERS[name] ?? nowhere)(rest);
  place.replaceChildren();
  render(page, place);
} catch (error) {
  // A file of it did not come: the words that stand in the document say so, and now rather than in a while.
  place.dataset.lost = '';
  console.warn(error);
}
