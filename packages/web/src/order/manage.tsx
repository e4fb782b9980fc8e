import { normalizeQueryCode } from '@swapdesk/contract/plain';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { type KeptOrder, knownOrders } from '../orders/kept-orders.ts';
import { placedHere } from '../orders/placed-here.ts';
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
  /** False for a code that an address or somebody has said, as long as nothing was done by it: it may be another order's. */
  readonly isProven: boolean;
  /** True if the last one was another order's. */
  readonly isRefused: boolean;
  take(code: string): void;
  prove(): void;
  refuse(): void;
}

type Code = Pick<Managing, 'manageCode' | 'isProven'>;

const NONE: Code = { manageCode: null, isProven: false };

const Managed = createContext<Managing>({
  manageCode: null,
  isProven: false,
  isRefused: false,
  take: () => {},
  prove: () => {},
  refuse: () => {},
});

interface ManagedPageProps {
  /** The order's code, as its page's address has it. */
  readonly code: string;
  readonly children: ComponentChildren;
}

/**
 * Everything below knows the manage code that this browser got when it placed the order, or the one of the page's address.
 * A link that was mistyped or meant ill puts no other in the place of the one that is right.
 */
export function ManagedPage({ code, children }: ManagedPageProps) {
  const [known, setKnown] = useState<Code>(() => codeOf(code));
  // As the address said it, before the one that is remembered stood there.
  const said = useRef(readManageCode(location.hash.slice(1)));
  const [isRefused, setRefused] = useState(false);
  const { manageCode } = known;
  // Whoever is told to keep the address of this page finds the code in it, whatever link has led here.
  useEffect(() => {
    if (manageCode !== null) showCode(manageCode);
  }, [manageCode]);
  const take = (taken: string) => {
    setRefused(false);
    setKnown({ manageCode: taken, isProven: false });
  };
  const prove = () => setKnown((last) => ({ ...last, isProven: last.manageCode !== null }));
  // A wrong one hides none that this browser has.
  const refuse = () => {
    const remembered = isWidget ? NONE : rememberedCode(code);
    const others = [remembered, { manageCode: said.current, isProven: false }];
    said.current = null;
    const other = others.find((each) => each.manageCode !== null && each.manageCode !== manageCode) ?? NONE;
    setRefused(other.manageCode === null);
    setKnown(other);
  };
  // The whole address may be entered where the page is open already.
  useEffect(() => {
    const look = () => {
      const entered = codeOf(code);
      if (entered.manageCode === null) return;
      said.current = readManageCode(location.hash.slice(1));
      setRefused(false);
      setKnown(entered);
      showCode(entered.manageCode);
    };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return <Managed.Provider value={{ ...known, isRefused, take, prove, refuse }}>{children}</Managed.Provider>;
}

function showCode(manageCode: string): void {
  if (readManageCode(location.hash.slice(1)) === manageCode) return;
  history.replaceState(history.state, '', `#${manageCode}`);
}

/** The manage code; '' for somebody who has none: the service refuses then. */
export function useManageCode(): string {
  return useContext(Managed).manageCode ?? '';
}

/** Whether the manage code is surely the order's. */
export function useIsProven(): boolean {
  return useContext(Managed).isProven;
}

/** Says that the service has done something by the manage code. */
export function useProveCode(): () => void {
  return useContext(Managed).prove;
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

function codeOf(orderCode: string): Code {
  const said = readManageCode(location.hash.slice(1));
  // Whatever page shows it in a frame, nothing comes into it but what its own address says.
  if (isWidget) return { manageCode: said, isProven: said !== null && placedHere(orderCode) !== null };
  const remembered = rememberedCode(orderCode);
  return remembered.isProven || said === null ? remembered : { manageCode: said, isProven: false };
}

function rememberedCode(orderCode: string): Code {
  const isThis = ({ code }: KeptOrder) => normalizeQueryCode(code) === normalizeQueryCode(orderCode);
  const kept = knownOrders().find(isThis);
  const manageCode = readManageCode(kept?.manageCode ?? '');
  return { manageCode, isProven: manageCode !== null && kept?.isUnproven !== true };
}
