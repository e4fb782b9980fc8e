import type { Config } from './config.ts';
import type { Care } from './configuration/schema.ts';
import { StartupError } from './startup-error.ts';

/** What real money asks for, what goes wrong without it, and how to have it. */
const WITHOUT: Readonly<Record<Care, string>> = {
  signer:
    'the keys lie in a process of their own ("signer" in the configuration): whoever breaks into the one that serves has them otherwise',
  limits:
    'every asset has a limit per hour ("limits" in swapdesk.signer.json): it bounds what a break-in costs',
  screening:
    'addresses are screened (SWAPDESK_DENY_LIST or SWAPDESK_SCREENING_URL): money from a theft is yours to answer for otherwise',
  passphrase: 'the passphrase of the seed cannot be guessed',
};

/** Throws, a line for each, if a desk with real money lacks what it should have and nobody has said that it is to be so. */
export function refuseCareless(
  { network, without }: Pick<Config, 'network' | 'without'>,
  lacking: readonly Care[],
): void {
  const missing = network === 'main' ? lacking.filter((care) => !without.includes(care)) : [];
  if (missing.length === 0) return;
  const lines = missing.map((care) => `  ${care}: ${WITHOUT[care]}`);
  const waived = JSON.stringify([...without, ...missing]);
  throw new StartupError(
    `On the main network Swapdesk expects that\n${lines.join('\n')}\nTo do without, say so in swapdesk.config.json: "without": ${waived}`,
  );
}

/** What the configuration of a desk that moves money lacks. */
export function lackingOf({ signer, denyListFile, screeningUrl }: Config): Care[] {
  const lacking: Care[] = [];
  // Limits are the signer's: whoever does without one has none.
  if (signer === null) lacking.push('signer', 'limits');
  if (denyListFile === null && screeningUrl === null) lacking.push('screening');
  return lacking;
}
