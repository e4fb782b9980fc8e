/** Events as they are typed, apart by commas or spaces; none: all. */
export function typesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((type) => type !== '');
}
