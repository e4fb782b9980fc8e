/** Failures of the connection, as the driver and the operating system name them. */
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;
/** SQLSTATE: connection exceptions, resources used up, shut down or in recovery, statement took too long. */
const SERVER_CLASSES = /^(08|53|57P0|57014)/;

/** True if the database could not be asked, as opposed to having answered with an error. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || SERVER_CLASSES.test(code))) return true;
  return CONNECTION_MESSAGES.test(error.message);
}
