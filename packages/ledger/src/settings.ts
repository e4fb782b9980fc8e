import { readPrivateFile } from './private-file.ts';

export type TradeMethod = 'fixed' | 'float';

/** What the operator says of it, by variables of the environment. */
export interface Settings {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly signingKeyFile: string;
  /** Null: nobody is asked for one, on this machine alone. */
  readonly token: string | null;
  readonly host: string;
  readonly port: number;
  readonly refCode: string | undefined;
  readonly commissionRate: string;
  readonly methods: readonly TradeMethod[];
  readonly holdS: number;
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
/** Ledger asks for a quote that holds a minute at least, and writes of a few. */
const LEAST_HOLD_S = 60;

/** Reads them; throws with what is wrong. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = (name: string): string | undefined => env[name] || undefined;
  const needed = (name: string): string => {
    const value = given(name);
    if (value === undefined) throw new Error(`${name} is missing`);
    return value;
  };
  const whole = (name: string, usual: number, [least, most]: readonly [number, number]): number => {
    const value = Number(given(name) ?? usual);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`${name} has to be a whole number from ${least} to ${most}`);
  };
  const host = given('LEDGER_HOST') ?? '127.0.0.1';
  const tokenFile = given('LEDGER_TOKEN_FILE');
  if (tokenFile === undefined && !LOOPBACK.includes(host))
    throw new Error('LEDGER_TOKEN_FILE is missing: without a token only this machine is served');
  return {
    url: needed('SWAPDESK_URL'),
    apiKey: needed('SWAPDESK_API_KEY'),
    apiSecret: readPrivateFile(needed('SWAPDESK_API_SECRET_FILE')),
    signingKeyFile: needed('LEDGER_SIGNING_KEY_FILE'),
    token: tokenFile === undefined ? null : readPrivateFile(tokenFile),
    host,
    port: whole('LEDGER_PORT', 8_090, [0, 65_535]),
    refCode: given('LEDGER_REF_CODE'),
    commissionRate: rateOf(given('LEDGER_COMMISSION_RATE') ?? '0'),
    methods: methodsOf(given('LEDGER_METHODS') ?? 'fixed'),
    holdS: whole('LEDGER_HOLD_S', 180, [LEAST_HOLD_S, 86_400]),
  };
}

function rateOf(text: string): string {
  if (/^(0(\.\d{1,6})?|1)$/.test(text)) return text;
  throw new Error('LEDGER_COMMISSION_RATE has to be a part of 1, such as 0.2');
}

function methodsOf(text: string): TradeMethod[] {
  const methods = text.split(',').map((each) => each.trim());
  const known = methods.filter((each): each is TradeMethod => each === 'fixed' || each === 'float');
  if (known.length === methods.length && new Set(known).size === known.length) return known;
  throw new Error('LEDGER_METHODS has to be fixed, float, or both with a comma between them');
}
