import { chainIdOf, type NamedAsset } from './currency.ts';
import type { Asked, Face } from './face.ts';
import { LedgerError, wrongParameter } from './ledger-error.ts';

/** From what, to what. */
export interface Wish {
  readonly from: NamedAsset;
  readonly to: NamedAsset;
}

/** The two currencies that two fields name. */
export async function readWish(
  { fields }: Asked,
  face: Face,
  [from, to]: readonly [string, string],
): Promise<Wish> {
  const assets = await face.assets();
  const named = (field: string) => assets.find(({ caip19 }) => caip19 === fields.text(field));
  const source = named(from);
  if (source === undefined)
    throw new LedgerError(404, 'CURRENCY_FROM_NOT_FOUND_ERROR', `${fields.text(from)} is not exchanged here`);
  const target = named(to);
  if (target === undefined || target === source)
    throw new LedgerError(
      404,
      'CURRENCY_TO_NOT_FOUND_ERROR',
      `${fields.text(to)} is not exchanged for that here`,
    );
  return { from: source, to: target };
}

/** The source as the desk is asked about it. */
export function sourceOf({ from }: Wish) {
  return { from_chain: chainIdOf(from.caip19), from_abbr: from.caip19 };
}

/** The receive entry as the desk is asked about it. */
export function targetOf({ to }: Wish) {
  return { to_chain: chainIdOf(to.caip19), to_abbr: to.caip19 };
}

/** Below what the desk reads as an amount. */
const NEXT_TO_NOTHING = /^0(?:\.0{8}\d*|\.0{0,7})?$/;

/** An amount of the source. What is next to nothing is asked for as the least that can be, so that the answer says the limits. */
export function readAmount(text: string): string {
  if (!/^(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?$/.test(text))
    throw wrongParameter('amount has to be a decimal number');
  return NEXT_TO_NOTHING.test(text) ? '0.00000001' : text;
}
