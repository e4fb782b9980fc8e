import { wrongParameter } from '../ledger-error.ts';

const LONGEST = 16_384;

/** The fields of a request's body. All of Ledger's are texts. */
export class Fields {
  private readonly given: Readonly<Record<string, unknown>>;

  constructor(body: unknown) {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw wrongParameter('the body has to be a JSON object');
    this.given = body as Readonly<Record<string, unknown>>;
  }

  text(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw wrongParameter(`${name} is missing`);
    return value;
  }

  /** Null and the empty text say nothing either. */
  optional(name: string): string | undefined {
    const value = Object.hasOwn(this.given, name) ? (this.given[name] ?? '') : '';
    if (typeof value !== 'string' || value.length > LONGEST) throw wrongParameter(`${name} has to be a text`);
    return value === '' ? undefined : value;
  }
}
