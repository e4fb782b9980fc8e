import Type, { type Static } from 'typebox';
import { Amount, OneOf, Quantity, Text } from '../schema.ts';

/** What calculate and place have in common: the source, and the receive entries. */

export const MAX_ENTRIES = 5;
/** Ratios of a request add up to 1 within this. */
export const RATIO_TOLERANCE = '0.00000001';

/** Names and addresses have no stated length; this only bounds what is looked up. */
const Name = (description: string) => Text({ maxLength: 1024 }, { description });

export const ExchangeMode = OneOf(['float', 'fixed'], { description: 'Exchange mode' });

/** The least that can be asked for, on either side. */
export const LEAST_ASKED = { minimum: '0.00000001' } as const;

export const sourceAsset = {
  exchange_mode: ExchangeMode,
  from_abbr: Name('Source coin name, or the CAIP-19 id of the asset'),
  from_chain: Name('Source chain name, or its CAIP-2 id'),
};
export const sourceQuantity = Quantity(LEAST_ASKED, { description: 'Source quantity' });

const Ratio = Quantity(
  { minimum: '0', maximum: '1' },
  { description: 'Share of the source asset that goes to this entry', default: 1 },
);

export const entry = {
  to_abbr: Name('Receive coin name, or the CAIP-19 id of the asset'),
  to_chain: Name('Receive chain name, or its CAIP-2 id'),
  to_ratio: Type.Optional(Ratio),
  to_address: Type.Optional(Name('Receiving address')),
  to_group_ratio: Type.Optional(
    Quantity({ exclusiveMinimum: '0', maximum: '1' }, { description: 'Receiving group ratio (Variant A)' }),
  ),
};
const Entry = Type.Object(entry);
export type ReceiveEntry = Static<typeof Entry>;

/** Places of millionths, in which all that is charged is counted. */
const MARKUP_FORM = /^0(\.\d{1,6})?$/;

/** Text and no number: whoever names it means just that, digit for digit. */
export const Markup = Type.Refine(
  Text(
    { maxLength: 8 },
    {
      description:
        'What your account puts on top of the service fee, as a part of 1, such as "0.01"; you earn it as commission when the order ' +
        'is completed. Needs a key whose account may have one',
    },
  ),
  (text) => MARKUP_FORM.test(text),
  () => 'must be a part of 1 as text with at most six decimals, such as "0.01"',
);

/** A list is of the older variant when any element has a group ratio; then every element needs all five fields. */
export function isVariantA(entries: readonly ReceiveEntry[]): boolean {
  return entries.some((element) => element.to_group_ratio !== undefined);
}

/** The rule of the variants, which no schema keyword can say. */
export function fitsItsVariant(entries: readonly ReceiveEntry[]): boolean {
  return !isVariantA(entries) || entries.every(isCompleteVariantA);
}

function isCompleteVariantA({ to_address, to_ratio, to_group_ratio }: ReceiveEntry): boolean {
  return (
    to_address !== undefined &&
    to_ratio !== undefined &&
    to_ratio.coefficient > 0n &&
    to_group_ratio !== undefined
  );
}

/** A receive entry of an answer: all seven fields, whichever variant asked. */
export const QuotedEntry = Type.Object({
  group_quantity: Amount({ description: 'Total of the entries with the same receive asset' }),
  to_abbr: Type.String({ description: 'Receive coin name' }),
  to_address: Type.String({ description: 'Receiving address; empty where none was sent' }),
  to_chain: Type.String({ description: 'Receive chain name' }),
  to_group_ratio: Amount({ description: 'Receiving group ratio' }),
  to_quantity: Amount({ description: 'Receive quantity' }),
  to_ratio: Amount({ description: 'Receiving ratio' }),
});
export type QuotedEntry = Static<typeof QuotedEntry>;

/** The data of the two quantity errors. */
export const QuantityLimits = Type.Object({
  min_from_quantity: Amount({ description: 'Minimum source amount' }),
  max_from_quantity: Amount({ description: 'Maximum source amount' }),
});
export type QuantityLimits = Static<typeof QuantityLimits>;
