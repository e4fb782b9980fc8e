/** A reason not to start that the operator can mend. Shown as one line, without a stack; the process exits with its code. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
  readonly exitCode: number = 1;
}
