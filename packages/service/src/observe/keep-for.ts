/** The same reading, but no more often than so: whoever asks in between gets the last one. A failure is not kept. */
export function keepFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly at: number } | null = null;
  return () => {
    if (last !== null && performance.now() - last.at < ms) return last.value;
    const reading = { value: read(), at: performance.now() };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) last = null;
    });
    return reading.value;
  };
}
