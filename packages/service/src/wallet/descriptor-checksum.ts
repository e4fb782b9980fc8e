/** The checksum of output descriptors (BIP-380): an error-correcting code much like that of bech32 addresses. */

const INPUT =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const OUTPUT = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const LENGTH = 8;
/** Characters stand in groups of so many; where in its group one stands, and in which, are coded apart. */
const GROUP = 32;

/** A descriptor with its checksum behind it. */
export function withChecksum(descriptor: string): string {
  const symbols = [...symbolsOf(descriptor), ...new Array<number>(LENGTH).fill(0)];
  let remainder = 1n;
  for (const symbol of symbols) remainder = step(remainder, symbol);
  remainder ^= 1n;
  const checksum = Array.from({ length: LENGTH }, (_, n) =>
    OUTPUT.charAt(Number((remainder >> BigInt(5 * (LENGTH - 1 - n))) & 31n)),
  );
  return `${descriptor}#${checksum.join('')}`;
}

/** Each character's place in its group; after every third, and at the end, the three groups in one symbol. */
function symbolsOf(descriptor: string): number[] {
  const symbols: number[] = [];
  let groups: number[] = [];
  const combine = () => {
    if (groups.length > 0) symbols.push(groups.reduce((all, group) => all * 3 + group, 0));
    groups = [];
  };
  for (const character of descriptor) {
    const place = INPUT.indexOf(character);
    if (place < 0) throw new RangeError('a character that no descriptor has');
    symbols.push(place % GROUP);
    groups.push(Math.floor(place / GROUP));
    if (groups.length === 3) combine();
  }
  combine();
  return symbols;
}

function step(remainder: bigint, symbol: number): bigint {
  const top = remainder >> 35n;
  const shifted = ((remainder & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
  return GENERATOR.reduce((sum, term, n) => ((top >> BigInt(n)) & 1n ? sum ^ term : sum), shifted);
}
