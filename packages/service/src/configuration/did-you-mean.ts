/** The known word that was probably meant, if there is one: the same in another case, or a few letters off. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  const ranked = known
    .map((each) => ({ each, off: lettersOff(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ off }) => off <= most)
    // People seldom get the beginning wrong.
    .sort((a, b) => a.off - b.off || sharedStart(word, b.each) - sharedStart(word, a.each));
  return ranked[0]?.each;
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length]?.toLowerCase() === other[length]?.toLowerCase()) length++;
  return length;
}

/** How many letters must be put in, left out, changed or swapped with the next (optimal string alignment). */
function lettersOff(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const differs = from[i - 1] === to[j - 1] ? 0 : 1;
      const ways = [last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + differs];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) ways.push(beforeLast[j - 2]! + 1);
      row.push(Math.min(...ways));
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length]!;
}
