import { createHash } from 'node:crypto';
import { MESSAGE, type Message, type PlaceRequest } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { chainKey } from '../catalog/chain-names.ts';
import { markupPpmOf } from '../pricing/markup.ts';

/** Something that places one order only, however often it is sent. */
export interface Claim {
  /** Unique: SHA-256 of the kind, whose it is, and the key itself. */
  readonly id: Buffer;
  /** What to answer if it has placed an order with other parameters. */
  readonly ifReused: Message;
}

export interface ClaimSources {
  /** Whose nonces these are: an API key's, or those of a caller without one. */
  readonly scope: string;
  /** Whose order ids and idempotency keys these are: an account's, or those of a caller without a key. */
  readonly accountScope: string;
  readonly calcId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly clientOrderId: string | undefined;
  readonly nonce: string | undefined;
}

/** The claims that a request makes. A calc id is the same whoever sends it; the others belong to their caller. */
export function claimsOf(sources: ClaimSources): Claim[] {
  const { scope, accountScope, calcId, idempotencyKey, clientOrderId, nonce } = sources;
  const claims: Claim[] = [];
  const add = (kind: string, whose: string, key: string | undefined, ifReused: Message) => {
    if (key !== undefined) claims.push({ id: sha256([kind, whose, key]), ifReused });
  };
  // Of the account: whoever changes over to a new key sends again what has got no answer.
  add('idempotency-key', accountScope, idempotencyKey, MESSAGE.idempotencyKeyReused);
  add('calc-id', '', calcId, MESSAGE.calcIdInvalid);
  add('client-order-id', accountScope, clientOrderId, MESSAGE.clientOrderIdReused);
  add('nonce', scope, nonce, MESSAGE.nonceReused);
  return claims;
}

/** The same for two requests that ask for the same order, however their JSON is written. */
export function requestFingerprint(
  request: PlaceRequest,
  refCode: string | undefined,
  catalogue: Pick<Catalogue, 'find'>,
): Buffer {
  /** By whichever of its names; what is no asset is refused later. */
  const named = (chain: string, abbr: string) => {
    const asset = catalogue.find(chain, abbr);
    return [chainKey(asset?.chain.name ?? chain), (asset?.abbr ?? abbr).toLowerCase()];
  };
  return sha256([
    request.exchange_mode,
    ...named(request.from_chain, request.from_abbr),
    request.from_quantity.toString(),
    request.calc_id ?? '',
    request.refund_address ?? '',
    request.refund_memo ?? '',
    request.client_order_id ?? '',
    request.on_mismatch ?? 'ask',
    refCode ?? '',
    ...markupWords(request),
    ...request.to_address.flatMap((entry) => [
      ...named(entry.to_chain, entry.to_abbr),
      entry.to_address,
      entry.to_memo ?? '',
      entry.to_ratio?.toString() ?? '1',
      entry.to_group_ratio?.toString() ?? '',
    ]),
  ]);
}

/** Nothing where there is none: what was placed before there were any is the same request still. */
function markupWords({ markup }: PlaceRequest): string[] {
  const ppm = markup === undefined ? 0 : markupPpmOf(markup);
  return ppm === 0 ? [] : ['markup', String(ppm)];
}

function sha256(parts: readonly string[]): Buffer {
  // As JSON, because parts that are merely joined could be cut apart in another way.
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
