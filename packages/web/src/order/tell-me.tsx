import { useEffect, useRef, useState } from 'preact/hooks';
import type { Order } from '../api/order.ts';
import { Button } from '../design/button.tsx';
import { readStored, store } from '../design/storage.ts';
import { orderTexts } from '../texts/order-now.ts';
import { headlineOf } from './headline.ts';

const NAME = 'tell';

type Telling = 'off' | 'on' | 'refused';

/** Tells whoever does something else meanwhile what has happened. Asks for nothing until somebody presses the button. */
export function TellMe({ order }: { order: Order }) {
  const { tell } = orderTexts;
  const [state, setState] = useState<Telling>(stateOf);
  useTelling(order, state === 'on');
  if (!('Notification' in globalThis)) return null;
  const ask = async () => {
    const isAllowed = (await Notification.requestPermission()) === 'granted';
    if (isAllowed) store(NAME, 'on');
    setState(isAllowed ? 'on' : 'refused');
  };
  const stop = () => {
    store(NAME, 'off');
    setState('off');
  };
  return (
    <p class="tell-me small" role="status">
      {state === 'refused' && tell.refused}
      {state === 'on' && `${tell.isOn} `}
      {state !== 'refused' && (
        <Button size="small" kind="quiet" onClick={() => (state === 'on' ? stop() : void ask())}>
          {state === 'on' ? tell.stop : tell.ask}
        </Button>
      )}
    </p>
  );
}

function stateOf(): Telling {
  if (!('Notification' in globalThis)) return 'refused';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && readStored(NAME) === 'on' ? 'on' : 'off';
}

/** Whoever looks at the page sees it there. */
function useTelling(order: Order, isOn: boolean): void {
  const { code, status } = order;
  const last = useRef(status);
  useEffect(() => {
    const isNews = last.current !== status;
    last.current = status;
    if (!isNews || !isOn || !document.hidden) return;
    try {
      const note = new Notification(headlineOf(order), { body: orderTexts.title(code), tag: code });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      // Some phones have them for programs that are installed alone: there the tab's title says it.
    }
  }, [status, isOn]);
}
