import { readFile } from 'node:fs/promises';
import type { ScreeningPlaces } from '../screening/open-screen.ts';
import { StartupError } from '../startup-error.ts';

/** The address of a provider as it was given, if somebody can be asked there. Never shows it: it may hold a secret. */
export function readScreeningUrl(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (!/^https?:\/\/[^/]/i.test(given) || !URL.canParse(given))
    throw new StartupError('SWAPDESK_SCREENING_URL must be an address like https://screening.example/check.');
  const { username, password } = new URL(given);
  if (username !== '' || password !== '')
    throw new StartupError(
      'SWAPDESK_SCREENING_URL must not have a name or a password before its host: they cannot be sent there. Put what the provider asks for into its path or query.',
    );
  return given;
}

/** Throws if the list that is named cannot be read: every order would wait for its answer. */
export async function checkDenyList({ denyListFile }: Pick<ScreeningPlaces, 'denyListFile'>): Promise<void> {
  if (denyListFile === null) return;
  await readFile(denyListFile).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      `SWAPDESK_DENY_LIST names ${denyListFile}, which cannot be read (${error.code ?? error.message}). No order would move without it.`,
    );
  });
}
