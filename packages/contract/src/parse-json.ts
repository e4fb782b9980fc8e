import { Decimal } from './decimal.ts';

/** What exact JSON parses to: as JSON.parse, but every number is a Decimal. */
export type Json = null | boolean | string | Decimal | Json[] | { [key: string]: Json };

const MAX_DEPTH = 16;
const NOT_TEXT = /[\0\p{Surrogate}]/u;

/** Character codes. */
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_T = 116;

/** Parses JSON without passing any number through a binary float. Throws SyntaxError on anything malformed. */
export function parseJson(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** False for text that no database can hold: with a NUL, or with half of a surrogate pair. */
export function isPlainText(text: string): boolean {
  return !NOT_TEXT.test(text);
}

/** An object without inheritance: a field named __proto__ or toString is a field like any other. */
const Fields = function Fields() {} as unknown as new () => object;
Fields.prototype = Object.create(null);

/**
 * Names that were read before, each at a place that follows from its characters. A name that is cut out of a text anew has to be
 * looked up among all that the program knows before it can name a field: that takes longer than to read it.
 */
const NAMES: string[] = Array<string>(256).fill('');
const LONGEST_KEPT = 32;

/** The same name, as objects hold it. */
function kept(name: string): string {
  return Object.keys({ [name]: 0 })[0] as string;
}

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(depth: number): Json {
    if (depth > MAX_DEPTH) throw new SyntaxError('nested too deeply');
    switch (this.peek()) {
      case OPEN_BRACE:
        return this.object(depth);
      case OPEN_BRACKET:
        return this.array(depth);
      case QUOTE:
        return this.string();
      case LETTER_T:
        return this.word('true', true);
      case LETTER_F:
        return this.word('false', false);
      case LETTER_N:
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  end(): void {
    if (!Number.isNaN(this.peek())) throw this.unexpected();
  }

  private object(depth: number): Json {
    const object = new Fields() as { [key: string]: Json };
    this.at++;
    if (this.peek() === CLOSE_BRACE) {
      this.at++;
      return object;
    }
    for (;;) {
      if (this.peek() !== QUOTE) throw this.unexpected();
      const key = this.name();
      if (object[key] !== undefined) throw new SyntaxError(`the field ${JSON.stringify(key)} stands twice`);
      if (this.peek() !== COLON) throw this.unexpected();
      this.at++;
      object[key] = this.value(depth + 1);
      if (this.separator(CLOSE_BRACE)) return object;
    }
  }

  private array(depth: number): Json {
    const array: Json[] = [];
    this.at++;
    if (this.peek() === CLOSE_BRACKET) {
      this.at++;
      return array;
    }
    for (;;) {
      array.push(this.value(depth + 1));
      if (this.separator(CLOSE_BRACKET)) return array;
    }
  }

  /** Steps over a comma (false) or the closing bracket (true). */
  private separator(close: number): boolean {
    const next = this.peek();
    if (next !== COMMA && next !== close) throw this.unexpected();
    this.at++;
    return next === close;
  }

  private name(): string {
    const { text } = this;
    const start = this.at + 1;
    let place = 0;
    let at = start;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
      if (!(code >= 32 && code < 127) || code === BACKSLASH) return this.unusualString();
      place = (place * 31 + code) & 255;
    }
    this.at = at + 1;
    const known = NAMES[place] as string;
    if (known.length === at - start && text.startsWith(known, start)) return known;
    const name = text.slice(start, at);
    if (name.length <= LONGEST_KEPT) NAMES[place] = kept(name);
    return name;
  }

  private string(): string {
    const start = this.at + 1;
    for (let at = start; ; at++) {
      const code = this.text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return this.text.slice(start, at);
      }
      // Plain ASCII stands for itself; anything else is rare, and JSON.parse knows the rules.
      if (!(code >= 32 && code < 127) || code === BACKSLASH) return this.unusualString();
    }
  }

  private unusualString(): string {
    const start = this.at++;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) this.at++;
      if (Number.isNaN(code)) throw this.unexpected();
      this.at++;
    }
    this.at++;
    const string = JSON.parse(this.text.slice(start, this.at)) as string;
    if (!isPlainText(string)) throw new SyntaxError('a string with a NUL or half a character in it');
    return string;
  }

  private number(): Decimal {
    const start = this.at;
    while (isNumberCharacter(this.text.charCodeAt(this.at))) this.at++;
    const value = Decimal.parse(this.text.slice(start, this.at));
    if (value !== null) return value;
    this.at = start;
    throw this.unexpected();
  }

  private word<T extends Json>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.unexpected();
    this.at += word.length;
    return value;
  }

  /** The code of the next character that is not white space, or NaN at the end. */
  private peek(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      // Everything but a space, a tab and the two ends of a line.
      if (!(code <= 32) || (code !== 32 && code !== 10 && code !== 13 && code !== 9)) return code;
      this.at++;
    }
  }

  private unexpected(): SyntaxError {
    const found = this.text.charAt(this.at);
    return new SyntaxError(
      found === '' ? 'it ends too early' : `unexpected ${JSON.stringify(found)} at ${this.at}`,
    );
  }
}

/** Digits, point, signs and the letter of an exponent. */
function isNumberCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || code === 46 || code === 43 || code === 45 || code === 69 || code === 101
  );
}
