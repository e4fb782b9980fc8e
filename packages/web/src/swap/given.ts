import type { Form } from './form.ts';

/**
 * The addresses that nobody has typed here: they came with the link, or from the page around. Whoever opens it could take them for
 * their own. What is known of them stays with the page's entry in the history (`use-form-link.ts`): through a reload and the way back.
 */
export function givenAddresses({ receivers, refundAddress }: Form, state: unknown): readonly string[] {
  const { given } = (state ?? {}) as { readonly given?: unknown };
  if (Array.isArray(given)) return given.filter((each) => typeof each === 'string');
  return [...receivers.map(({ address }) => address), refundAddress].filter((address) => address !== '');
}
