/** The month that it is in a zone and those before it, such as 2026-11. */
export function newestMonths(nowMs: number, zone: string, count: number): readonly string[] {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
  }).formatToParts(nowMs);
  const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const newest = numberOf('year') * 12 + numberOf('month') - 1;
  return Array.from({ length: count }, (_, back) => {
    const month = newest - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
