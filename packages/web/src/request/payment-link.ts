import type { Decimal } from '@swapdesk/contract/plain';
import type { Asset } from '../api/assets.ts';

/** What somebody asks to be paid. */
export interface PaymentWish {
  readonly asset: Pick<Asset, 'key'>;
  readonly amount: Decimal;
  readonly address: string;
  /** Empty: none. */
  readonly reference: string;
}

/** The link that asks for a payment: it says what is received, and leaves open what is sent (`swap/form-link.ts`). */
export function paymentLink(origin: string, { asset, amount, address, reference }: PaymentWish): string {
  const link = new URLSearchParams({ to: asset.key, amount: amount.toString(), address });
  if (reference !== '') link.set('reference', reference);
  // For people, and for a smaller code: a slash may stand in a query as it is.
  return `${origin}/?${link.toString().replaceAll('%2F', '/')}`;
}
