/** A reason not to start that the operator can mend. Shown as one line, without a stack; the process exits with 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
