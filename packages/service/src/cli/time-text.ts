/** Unix seconds for a person; a dash for what has not happened. */
export function timeText(seconds: number): string {
  return seconds === 0 ? '-' : new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', 'Z');
}
