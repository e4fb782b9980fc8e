const MINUTES = 16;
/** What somebody has typed half: a year of four digits is 2 at first, and had times that shifted by minutes. */
const FIRST_YEAR = 2000;

/** What is not yet a moment that somebody can mean. */
export function isTooEarly(local: string): boolean {
  return local !== '' && Number(local.slice(0, local.indexOf('-'))) < FIRST_YEAR;
}

/** A moment of all, such as 2026-12-01T08:00Z, as the operator's own clock has it. Empty: none. */
export function localText(utc: string): string {
  const at = new Date(utc);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, MINUTES);
}

/** The moment that was typed. One that is too early stays as it is: no moment at all, which the service refuses. */
export function utcText(local: string): string {
  const at = new Date(local);
  if (isTooEarly(local)) return local;
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, MINUTES)}Z`;
}
