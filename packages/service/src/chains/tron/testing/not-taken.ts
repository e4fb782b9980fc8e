/** The network does not take it: in the words and with the code of a node. */
export class NotTaken extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
