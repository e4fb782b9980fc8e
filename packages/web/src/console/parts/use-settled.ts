import { useEffect, useState } from 'preact/hooks';

const PAUSE_MS = 150;

/** A text once it has not changed for a moment: asked for with every letter, most answers would be thrown away. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
