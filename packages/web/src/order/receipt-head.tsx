import { useEffect } from 'preact/hooks';
import { orderTexts } from '../texts/order-now.ts';

/**
 * The head of the receipt, on paper alone. Browsers print a page's title and address at the edge of the sheet: while one prints,
 * they are those of the receipt. Its address leads to where an order is looked for, and needs another fact.
 */
export function ReceiptHead({ no }: { no: string }) {
  const { summary } = orderTexts;
  useEffect(() => {
    let here: { readonly title: string; readonly url: string } | null = null;
    const hide = () => {
      here = { title: document.title, url: location.href };
      document.title = summary.receipt(no);
      history.replaceState(history.state, '', `/find?order=${encodeURIComponent(no)}`);
    };
    const comeBack = () => {
      if (here === null) return;
      history.replaceState(history.state, '', here.url);
      document.title = here.title;
      here = null;
    };
    addEventListener('beforeprint', hide);
    addEventListener('afterprint', comeBack);
    return () => {
      comeBack();
      removeEventListener('beforeprint', hide);
      removeEventListener('afterprint', comeBack);
    };
  }, [no]);
  return (
    <div class="receipt-head">
      <h1>{summary.receipt(no)}</h1>
      <p class="small soft">{summary.noCode}</p>
    </div>
  );
}
