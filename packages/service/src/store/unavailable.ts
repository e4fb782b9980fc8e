/** Failures of the connection, as the driver and the operating system name them. */
const CUT_OFF_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);
const CONNECTION_CODES = new Set(['ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const CUT_OFF_MESSAGES = /connection terminated unexpectedly|client has encountered a connection error/i;
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout/i;
/** SQLSTATE: connection exceptions; shut down, in recovery; asked to write where only reading is allowed. */
const CUT_OFF_CLASSES = /^(08|57P0|25006)/;
/** SQLSTATE: resources used up, statement took too long. */
const SERVER_CLASSES = /^(53|57014)/;

/** True if the database could not be asked, as opposed to having answered with an error. */
export function isUnavailable(error: unknown): boolean {
  if (isCutOff(error)) return true;
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return CONNECTION_CODES.has(code) || SERVER_CLASSES.test(code) || CONNECTION_MESSAGES.test(error.message);
}

/**
 * True if the connection was refused or broke, without anybody having waited: another may be had in a moment. Whether what
 * was asked has been done, nobody knows.
 */
export function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return CUT_OFF_CODES.has(code) || CUT_OFF_CLASSES.test(code) || CUT_OFF_MESSAGES.test(error.message);
}

function codeOf(error: Error): string {
  return String((error as { code?: unknown }).code ?? '');
}
