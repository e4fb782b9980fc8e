import { render } from 'preact';
import { SwapPage } from './swap/swap-page.tsx';

const page = document.getElementById('page') as HTMLElement;

/** The code of an order's page, which others need not load; null on every other page. */
const [, code = null] = /^\/order\/([^/]+)\/?$/.exec(location.pathname) ?? [];

if (code === null) {
  render(<SwapPage />, page);
} else {
  const { OrderPage } = await import('./order/order-page.tsx');
  render(<OrderPage code={decodeURIComponent(code)} />, page);
}
