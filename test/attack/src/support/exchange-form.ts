import { compare, type Node } from './json-text.ts';
import { lengthOf } from './request.ts';

/** What the bodies of calculate and place hold, if they are well-formed. */

export interface EntryForm {
  readonly asset: string;
  readonly address: string | null;
  readonly ratio: string;
  readonly groupRatio: string | null;
}

export interface ExchangeForm {
  readonly mode: string;
  readonly from: string;
  readonly entries: readonly EntryForm[];
}

export interface PlaceForm extends ExchangeForm {
  readonly calcId: string | null;
  readonly refundAddress: string | null;
  readonly clientOrderId: string | null;
}

type Fields = ReadonlyMap<string, Node>;
type Verdict<T> = T | 'bad' | 'odd';

/** A field's text; undefined if it is absent, null if it is no text or is too long. */
function text(fields: Fields, name: string, longest: number): string | null | undefined {
  const node = fields.get(name);
  if (node === undefined) return undefined;
  if (node.kind !== 'string') return null;
  return lengthOf(node.text) > longest ? null : node.text;
}

/** The same of a field that may be absent: null, and a text of nothing, say that it is. */
function optionalText(fields: Fields, name: string, longest: number): string | null | undefined {
  return isAbsent(fields.get(name)) ? undefined : text(fields, name, longest);
}

function isAbsent(node: Node | undefined): boolean {
  return node === undefined || node.kind === 'null' || (node.kind === 'string' && node.text === '');
}

/** The token of a number that may be absent; undefined if it is, null if it is no number or out of bounds. */
function optionalNumber(
  fields: Fields,
  name: string,
  isWithin: (token: string) => boolean,
): string | null | undefined {
  const node = fields.get(name);
  if (node === undefined || isAbsent(node)) return undefined;
  return node.kind === 'number' && isWithin(node.token) ? node.token : null;
}

export function exchangeForm(node: Node, isPlace: boolean): Verdict<ExchangeForm> {
  if (node.kind !== 'object') return 'bad';
  const { fields } = node;
  const mode = text(fields, 'exchange_mode', 10);
  const [abbr, chain] = [text(fields, 'from_abbr', 1024), text(fields, 'from_chain', 1024)];
  const quantity = optionalNumber(fields, 'from_quantity', (token) => compare(token, '0.00000001') >= 0);
  const list = fields.get('to_address');
  if (mode !== 'float' && mode !== 'fixed') return 'bad';
  if (abbr == null || chain == null || quantity == null || list?.kind !== 'array') return 'bad';
  // Whether a list of nothing is malformed or makes no sense, the interface does not say.
  if (list.items.length === 0) return 'odd';
  if (list.items.length > 5) return 'bad';
  const entries = list.items.map((item) => entryForm(item, isPlace));
  if (entries.some((entry) => entry === 'bad')) return 'bad';
  const forms = entries as (EntryForm & { isBare: boolean })[];
  const isVariantA = forms.some(({ groupRatio }) => groupRatio !== null);
  const isComplete = forms.every(
    (entry) =>
      entry.groupRatio !== null && entry.address !== null && !entry.isBare && compare(entry.ratio, '0') > 0,
  );
  if (isVariantA && !isComplete) return 'bad';
  return { mode, from: assetName(chain, abbr), entries: forms };
}

function entryForm(node: Node, isPlace: boolean): Verdict<EntryForm & { isBare: boolean }> {
  if (node.kind !== 'object') return 'bad';
  const { fields } = node;
  const [abbr, chain] = [text(fields, 'to_abbr', 1024), text(fields, 'to_chain', 1024)];
  const address = isPlace ? text(fields, 'to_address', 1024) : optionalText(fields, 'to_address', 1024);
  const ratio = optionalNumber(
    fields,
    'to_ratio',
    (token) => compare(token, '0') >= 0 && compare(token, '1') <= 0,
  );
  const group = optionalNumber(
    fields,
    'to_group_ratio',
    (token) => compare(token, '0') > 0 && compare(token, '1') <= 0,
  );
  if (abbr == null || chain == null || address === null || ratio === null || group === null) return 'bad';
  if (isPlace && (address === undefined || optionalText(fields, 'to_memo', 256) === null)) return 'bad';
  return {
    asset: assetName(chain, abbr),
    address: address ?? null,
    ratio: ratio ?? '1',
    isBare: ratio === undefined,
    groupRatio: group ?? null,
  };
}

export function placeForm(node: Node): Verdict<PlaceForm> {
  const form = exchangeForm(node, true);
  if (form === 'bad' || form === 'odd') return form;
  const { fields } = node as Extract<Node, { kind: 'object' }>;
  const calcId = optionalText(fields, 'calc_id', 4096);
  const refundAddress = optionalText(fields, 'refund_address', 1024);
  const clientOrderId = optionalText(fields, 'client_order_id', 128);
  const others = [optionalText(fields, 'refund_memo', 256), optionalText(fields, 'ref_code', 128)];
  const onMismatch = optionalText(fields, 'on_mismatch', 100);
  if ([calcId, refundAddress, clientOrderId, ...others, onMismatch].includes(null)) return 'bad';
  if (onMismatch !== undefined && !['ask', 'exchange', 'refund'].includes(onMismatch as string)) return 'bad';
  return {
    ...form,
    calcId: calcId ?? null,
    refundAddress: refundAddress ?? null,
    clientOrderId: clientOrderId ?? null,
  };
}

function assetName(chain: string, abbr: string): string {
  return `${chain}/${abbr}`.toLowerCase();
}
