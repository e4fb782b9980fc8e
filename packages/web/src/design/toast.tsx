import { useEffect, useState } from 'preact/hooks';
import './toast.css';

const STAYS_MS = 4_000;

interface Shown {
  readonly id: number;
  readonly text: string;
}

let listener: (text: string) => void = () => {};

/** Says something in passing, e.g. that a change was saved. Never what somebody has to act on. */
export function toast(text: string): void {
  listener(text);
}

/** Where toasts appear: once in a page. */
export function Toasts() {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  useEffect(() => {
    let next = 0;
    listener = (text) => {
      const id = next++;
      setShown((all) => [...all, { id, text }]);
      setTimeout(() => setShown((all) => all.filter((each) => each.id !== id)), STAYS_MS);
    };
    return () => {
      listener = () => {};
    };
  }, []);
  return (
    <div class="toasts" role="status">
      {shown.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
