/** Where the words are shown and asked for. */
export interface Page {
  /** Shows a text in place of whatever was there. */
  show(text: string): void;
  /** A line that somebody types. Throws if nobody will. */
  ask(prompt: string): Promise<string>;
}

/** So many words are asked for again: who has not written them down does not know four of them. */
const ASKED = 4;
const TRIES = 3;
const COLUMNS = 4;
/** The longest words of BIP-39 have eight letters. */
const WIDTH = 12;

/** Shows the words of a seed, then asks for some of them. True if whoever wrote them down has them right. */
export async function wordCeremony(
  words: readonly string[],
  page: Page,
  /** A whole number from 0 up to, but not including, this one. */
  randomInt: (below: number) => number,
): Promise<boolean> {
  page.show(`These ${words.length} words are all the money that this desk will hold. Write them on paper, with their numbers.
Nobody can give them to you again if the store or its passphrase is lost; whoever else has them can take everything.

${grid(words)}

`);
  await page.ask('Press Enter when they are on paper. They are not shown any more then. ');
  page.show('Now from the paper:\n\n');
  for (const place of somePlaces(words.length, randomInt)) {
    if (!(await isKnown(place, words[place] as string, page))) return false;
  }
  return true;
}

async function isKnown(place: number, word: string, page: Page): Promise<boolean> {
  for (let n = 0; n < TRIES; n++) {
    const again = n === 0 ? '' : 'That is another word. ';
    const typed = await page.ask(`${again}Word ${place + 1}: `);
    if (typed.trim().toLowerCase() === word) return true;
  }
  return false;
}

function grid(words: readonly string[]): string {
  const cells = words.map((word, n) => `${String(n + 1).padStart(4)} ${word.padEnd(WIDTH)}`);
  const rows = Array.from({ length: Math.ceil(words.length / COLUMNS) }, (_, n) =>
    cells
      .slice(n * COLUMNS, (n + 1) * COLUMNS)
      .join('')
      .trimEnd(),
  );
  return rows.join('\n');
}

/** Different ones, in the order of the paper. */
function somePlaces(count: number, randomInt: (below: number) => number): number[] {
  const left = Array.from({ length: count }, (_, n) => n);
  const chosen = Array.from({ length: ASKED }, () => left.splice(randomInt(left.length), 1)[0] as number);
  return chosen.sort((a, b) => a - b);
}
