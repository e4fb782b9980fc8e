import { type Repeating, repeat } from '../repeat.ts';
import type { Engine } from './context.ts';
import { signingStop } from './hold/signing-switch.ts';

const LOOK_MS = 500;

/** Says once that signing is stopped, and once that it goes on. */
export function tellSigning(
  { database, warn }: Pick<Engine, 'database' | 'warn'>,
  onError: (error: unknown) => void,
): Repeating {
  let told: string | null = null;
  return repeat(
    async () => {
      const reason = (await signingStop(database))?.reason ?? null;
      if (reason === told) return;
      if (reason === null) warn({}, 'signing goes on');
      else warn({}, `signing is stopped: ${reason}. Nothing is signed until: npx swapdesk signing go`);
      told = reason;
    },
    LOOK_MS,
    onError,
  );
}
