import { normalizeQueryCode } from '@swapdesk/contract/plain';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { type KeptOrder, keptOrders } from '../orders/kept-orders.ts';
import { orderTexts } from '../texts/order-now.ts';
import { isWidget } from '../widget/widget.ts';
import './manage.css';
import { readManageCode } from './read-manage-code.ts';

/**
 * The code that lets one decide about the order. It stands behind the # of the page's address: no server is told it, and no
 * log has it. Null for somebody who may look and nothing more.
 */
interface Managing {
  readonly manageCode: string | null;
  /** True if the last one was another order's. */
  readonly isRefused: boolean;
  take(code: string): void;
  refuse(): void;
}

const Managed = createContext<Managing>({
  manageCode: null,
  isRefused: false,
  take: () => {},
  refuse: () => {},
});

interface ManagedPageProps {
  /** The order's code, as its page's address has it. */
  readonly code: string;
  readonly children: ComponentChildren;
}

/** Everything below knows the manage code of the page's address, or the one that this browser remembers. */
export function ManagedPage({ code, children }: ManagedPageProps) {
  const [manageCode, setCode] = useState(
    // Whatever page shows it in a frame, nothing comes into it but what its own address says.
    () => readManageCode(location.hash.slice(1)) ?? (isWidget ? null : rememberedCode(code)),
  );
  const [isRefused, setRefused] = useState(false);
  const take = (code: string) => {
    history.replaceState(null, '', `#${code}`);
    setRefused(false);
    setCode(code);
  };
  // A wrong one, as of a link that was mistyped or meant ill, hides none that this browser has.
  const refuse = () => {
    const known = isWidget ? null : rememberedCode(code);
    const other = known === manageCode ? null : known;
    setRefused(other === null);
    setCode(other);
    if (other !== null) history.replaceState(history.state, '', `#${other}`);
  };
  // The whole address may be entered where the page is open already.
  useEffect(() => {
    const look = () => {
      const code = readManageCode(location.hash.slice(1));
      if (code !== null) take(code);
    };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return <Managed.Provider value={{ manageCode, isRefused, take, refuse }}>{children}</Managed.Provider>;
}

/** The manage code; '' for somebody who has none: the service refuses then. */
export function useManageCode(): string {
  return useContext(Managed).manageCode ?? '';
}

/** Says that the service knows the order by another manage code: it is asked for again. */
export function useRefusedCode(): () => void {
  return useContext(Managed).refuse;
}

/** What only whoever has the manage code may do. */
export function OnlyManager({ children }: { children: ComponentChildren }) {
  return useContext(Managed).manageCode === null ? null : children;
}

/** Asks whoever has come without the manage code for it. */
export function AskForCode() {
  const { manageCode, isRefused, take } = useContext(Managed);
  return manageCode === null ? <EnterCode isRefused={isRefused} take={take} /> : null;
}

function EnterCode({ isRefused, take }: Pick<Managing, 'isRefused' | 'take'>) {
  const { manage } = orderTexts;
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const code = readManageCode(text);
  const isIncomplete = isTried && code === null;
  const wrong = isIncomplete ? manage.incomplete : isRefused ? orderTexts.refused.manageCode : null;
  const enter = () => {
    setTried(true);
    if (code !== null) take(code);
  };
  return (
    <div class="enter-code">
      <p class="small soft">{manage.onlyLooking}</p>
      <TextField
        label={manage.code}
        value={text}
        says={wrong === null ? null : { tone: 'wrong', text: wrong }}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        isMono
        onText={setText}
      />
      <Button onClick={enter}>{manage.enter}</Button>
    </div>
  );
}

function rememberedCode(orderCode: string): string | null {
  const isThis = ({ code }: KeptOrder) => normalizeQueryCode(code) === normalizeQueryCode(orderCode);
  return readManageCode(keptOrders().find(isThis)?.manageCode ?? '');
}
