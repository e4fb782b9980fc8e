/** Words as nodes give them: bytes in hexadecimal. */
export function words(text: string): string {
  return Buffer.from(text).toString('hex');
}
