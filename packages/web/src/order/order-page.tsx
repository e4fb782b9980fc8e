import { useEffect, useState } from 'preact/hooks';
import { get } from '../api/call.ts';
import { Refused } from '../api/refused.ts';
import { Copy } from '../design/copy.tsx';
import { Shell } from '../design/shell.tsx';
import { texts } from '../texts/en.ts';

interface Deposit {
  readonly address: string;
}

/** An order: where to pay. */
export function OrderPage({ code }: { code: string }) {
  const { order, shell } = texts;
  const [found, setFound] = useState<Deposit | 'none' | 'unreachable' | null>(null);
  useEffect(() => {
    get('/openapi/order/query', { query_code: code }).then(
      (data) => setFound(data as Deposit),
      (error) => setFound(error instanceof Refused ? 'none' : 'unreachable'),
    );
  }, [code]);
  return (
    <Shell isTest={null}>
      <h1>{order.title(code)}</h1>
      {found === null && <p>{order.loading}</p>}
      {found === 'none' && <p>{order.notFound}</p>}
      {found === 'unreachable' && <p>{shell.unreachable}</p>}
      {found !== null && typeof found === 'object' && (
        <p>
          <span class="mono">{found.address}</span> <Copy text={found.address} label={shell.copy} />
        </p>
      )}
    </Shell>
  );
}
