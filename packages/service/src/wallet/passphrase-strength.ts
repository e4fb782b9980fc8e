/** What whoever guesses offline needs to try, at the cost of our key derivation, to be hopeless. */
export const ENOUGH_BITS = 64;

/** Of lists such as those that dice are thrown for; a little less, as people choose. */
const BITS_PER_WORD = 11;
const BITS_PER_LETTER_OF_WORD = 2.75;
/** Of letters that may be a word of some language. */
const BITS_PER_LETTER = 2.5;
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890'];
/** What is tried first. */
const COMMON =
  /passphrase|password|passwort|swapdesk|bitcoin|ethereum|secret|letmein|admin|wallet|changeme|test/g;

/** About how many bits there are to guess in a passphrase; rather too few than too many. */
export function bitsOf(passphrase: string): number {
  const text = onePeriod(passphrase.normalize('NFKC').trim());
  const words = text.split(/[\s\-_.,]+/);
  const areWords = words.length > 1 && words.every((word) => /^\p{L}?\p{Ll}+$|^\p{Lu}+$/u.test(word));
  if (areWords)
    return [...new Set(words.map((word) => word.toLowerCase()))].reduce(
      (sum, word) => sum + bitsOfWord(word),
      0,
    );
  const rest = text.replace(COMMON, '*').replace(new RegExp(COMMON, 'gi'), '*');
  const count = surprisesIn(rest);
  return count * (/^\p{L}+$/u.test(rest) ? BITS_PER_LETTER : Math.log2(poolOf(rest)));
}

/** Short ones are few. */
function bitsOfWord(word: string): number {
  return Math.min(BITS_PER_WORD, word.length * BITS_PER_LETTER_OF_WORD);
}

/** What is repeated, once. */
function onePeriod(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part;
  }
  return text;
}

/** Characters that do not follow from the one before: neither the same again, nor the next of an alphabet or a keyboard's row. */
function surprisesIn(text: string): number {
  const characters = [...text.toLowerCase()];
  return characters.filter((character, n) => {
    const before = characters[n - 1];
    return before === undefined || (before !== character && !areNeighbours(before, character));
  }).length;
}

function areNeighbours(one: string, other: string): boolean {
  return ROWS.some((row) => {
    const [a, b] = [row.indexOf(one), row.indexOf(other)];
    return a >= 0 && b >= 0 && Math.abs(a - b) === 1;
  });
}

function poolOf(text: string): number {
  const classes: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 20],
  ];
  return Math.max(
    2,
    classes.reduce((sum, [some, size]) => sum + (some.test(text) ? size : 0), 0),
  );
}
