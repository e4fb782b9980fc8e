import { render, type VNode } from 'preact';
import { SwapPage } from './swap/swap-page.tsx';

/** Pages that whoever swaps need not load, by the first part of their address; `rest` is what follows it. */
const OTHERS: Readonly<Record<string, (rest: string) => Promise<VNode>>> = {
  order: async (code) => {
    const { OrderPage } = await import('./order/order-page.tsx');
    return <OrderPage code={decodeURIComponent(code)} />;
  },
};

const [, name = '', rest = ''] = /^\/([^/]*)\/?([^/]*)\/?$/.exec(location.pathname) ?? [];
const page = (await OTHERS[name]?.(rest)) ?? <SwapPage />;

render(page, document.getElementById('page') as HTMLElement);
