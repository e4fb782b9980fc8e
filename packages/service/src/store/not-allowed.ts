import { StartupError } from '../startup-error.ts';

/** SQLSTATE: insufficient privilege. */
const NOT_ALLOWED = '42501';

/** What somebody can mend of an error that ended a process: rights that were given for another desk, or for a store of before, are told as such. */
export function inWords(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code !== NOT_ALLOWED || error instanceof StartupError) return error;
  return new StartupError(
    `This database user may not do that: ${message}. If it is not the one for this kind of process, set another SWAPDESK_DATABASE_URL. ` +
      "Otherwise its rights are those of another desk or of an older store: as the user that owns the tables, and with the desk's own " +
      'configuration (SWAPDESK_CONFIG), run: npx swapdesk database roles',
  );
}
