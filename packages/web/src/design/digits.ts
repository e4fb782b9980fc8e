/** The zeros of digits that people type: Arabic-Indic, Persian, Devanagari, Bengali, full-width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** A digit of another writing as one of 0 to 9; whatever else it is, as it is. */
export function plainDigit(sign: string): string {
  const code = sign.codePointAt(0) as number;
  const zero = ZEROS.find((each) => code >= each && code <= each + 9);
  return zero === undefined ? sign : String(code - zero);
}

/** A text with its digits as codes and numbers of orders have them. */
export function plainDigits(text: string): string {
  return Array.from(text, plainDigit).join('');
}
