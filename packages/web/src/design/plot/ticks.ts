/**
 * Round values from zero up to at least the largest one, and down to the smallest if that is below: 1, 2 or 5 times a power of
 * ten apart, about as many as asked.
 */
export function ticks(largest: number, about: number, smallest = 0): number[] {
  const span = Math.max(largest, 0) - Math.min(smallest, 0);
  if (!(span > 0)) return [0, 1];
  const step = roundUp(span / about);
  const above = Math.ceil(Math.max(largest, 0) / step - 1e-9);
  const below = Math.ceil(-Math.min(smallest, 0) / step - 1e-9);
  return Array.from({ length: above + below + 1 }, (_, n) => tidy((n - below) * step, step));
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((each) => each * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Takes away what binary fractions add: 3 × 0.1 is 0.3. */
function tidy(value: number, step: number): number {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Number(value.toFixed(Math.min(digits, 20)));
}

/** A tick's text: short, since it only says about how much. */
export function tickText(value: number): string {
  const units = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const;
  const [unit, name] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return `${Number((value / unit).toPrecision(3))}${name}`;
}
