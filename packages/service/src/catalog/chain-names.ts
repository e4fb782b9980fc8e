import { CAIP2 } from '../chains/known/caip19.ts';
import { KNOWN_CHAINS } from '../chains/known/known-chains.ts';

/** Other names under which clients in the wild know our chains, in small letters; among them those of CAIP-2. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  KNOWN_CHAINS.flatMap(({ name, otherNames = [] }) =>
    [...otherNames, CAIP2.get(name) ?? name].map((other): [string, string] => [
      other.toLowerCase(),
      name.toLowerCase(),
    ]),
  ),
);

/** The same for all names of one chain, in whatever case. */
export function chainKey(name: string): string {
  const small = name.toLowerCase();
  return OTHER_NAMES.get(small) ?? small;
}
