/** Round values from zero up to at least the largest one: 1, 2 or 5 times a power of ten apart, about as many as asked. */
export function ticks(largest: number, about: number): number[] {
  if (!(largest > 0)) return [0, 1];
  const step = roundUp(largest / about);
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, n) => tidy(n * step, step));
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
