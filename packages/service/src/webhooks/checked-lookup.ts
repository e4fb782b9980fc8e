import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { addressKind } from './address-kind.ts';
import { isOfThisMachine } from './webhook-url.ts';

/** All addresses of a name; throws if it has none. */
export type Resolve = (name: string) => Promise<string[]>;

/** A name leads to where nothing may be sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** A name has no address, or nobody says which. */
export class NameNotFound extends Error {
  override readonly name = 'NameNotFound';
}

const RESOLVE_MS = 2_000;
const TRIES = 2;

/**
 * Asks the machine's DNS servers without a thread: a name whose server is silent holds up nobody, as it would with the
 * system's own way, which has four threads for all files and names of the process.
 */
export function dnsResolve(): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: TRIES });
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length === 0) throw new NameNotFound(name);
    return addresses;
  };
}

/**
 * Looks a name up for the connection itself, which goes to what was found here and nowhere else: an answer that is another one the next
 * time is looked at the next time. One address that is refused refuses the name.
 */
export function checkedLookup(resolve: Resolve, kindOf: typeof addressKind): LookupFunction {
  return (name, { all = false, family }, callback) => {
    const wanted = Number(family) || null;
    addressesOf(name, resolve, kindOf).then(
      (found) => {
        const addresses = found
          .map((address) => ({ address, family: isIP(address) }))
          .filter((each) => wanted === null || each.family === wanted);
        const [first] = addresses;
        if (first === undefined) callback(new NameNotFound(name), '');
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

async function addressesOf(name: string, resolve: Resolve, kindOf: typeof addressKind): Promise<string[]> {
  // That it may be sent to was asked before: `mayBeSentTo`.
  if (isOfThisMachine(new URL(`https://${name}`))) return ['127.0.0.1', '::1'];
  const addresses = await resolve(name).catch((error: unknown) => {
    throw new NameNotFound(name, { cause: error });
  });
  if (addresses.some((address) => kindOf(address) !== 'public')) throw new AddressRefused(name);
  return addresses;
}
