import { StartupError } from '../startup-error.ts';
import { wholeOf } from './whole-of.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where traces go, and of what they tell. */
export interface TracesConfig {
  readonly receiver: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly isCompressed: boolean;
  };
  readonly sampling: { readonly isByParent: boolean; readonly ratio: number };
  /** What every span says of its process. */
  readonly resource: Readonly<Record<string, string>>;
  readonly everyMs: number;
  /** Spans that wait to be sent; more are dropped. */
  readonly mostWaiting: number;
}

const PATH = 'v1/traces';
/** What HTTP takes as the name of a header, and as what it says. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const TEXT = /^[\t\x20-\x7e]*$/;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];
const BY_PARENT = 'parentbased_';
const MOST_MS = 3_600_000;
const MOST_WAITING = 1_000_000;

/** OpenTelemetry's own variables, so that they are set as in every other program. Null: traces are off, as they are unless somebody says where they go. */
export function readTraces(env: Environment): TracesConfig | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null;
  const url = urlOf(env);
  if (url === null) return null;
  const sampling = samplingOf(env);
  // Of nothing that begins here, and of nothing that began elsewhere.
  if (sampling.ratio === 0 && !sampling.isByParent) return null;
  return {
    receiver: {
      url,
      headers: headersOf(env),
      timeoutMs: wholeOf(env, ofTraces(env, 'OTEL_EXPORTER_OTLP', 'TIMEOUT'), [1, MOST_MS], 10_000),
      isCompressed: env[ofTraces(env, 'OTEL_EXPORTER_OTLP', 'COMPRESSION')] === 'gzip',
    },
    sampling,
    resource: {
      'service.name': env.OTEL_SERVICE_NAME ?? 'swapdesk',
      ...pairsOf(env, 'OTEL_RESOURCE_ATTRIBUTES'),
      ...(env.OTEL_SERVICE_NAME !== undefined && { 'service.name': env.OTEL_SERVICE_NAME }),
    },
    everyMs: wholeOf(env, 'OTEL_BSP_SCHEDULE_DELAY', [1, MOST_MS], 5_000),
    mostWaiting: wholeOf(env, 'OTEL_BSP_MAX_QUEUE_SIZE', [1, MOST_WAITING], 2_048),
  };
}

/** What is set and would be done otherwise elsewhere. */
export function tracesWarnings(env: Environment): string[] {
  const name = ofTraces(env, 'OTEL_EXPORTER_OTLP', 'PROTOCOL');
  const protocol = env[name] ?? 'http/json';
  return protocol === 'http/json'
    ? []
    : [`${name} is ${protocol}, but traces are sent over HTTP as JSON all the same`];
}

function headersOf(env: Environment): Record<string, string> {
  const name = ofTraces(env, 'OTEL_EXPORTER_OTLP', 'HEADERS');
  const headers = pairsOf(env, name);
  for (const [header, value] of Object.entries(headers))
    if (!NAME.test(header) || !TEXT.test(value))
      throw new StartupError(`${name} has one that cannot be sent as a header.`);
  return headers;
}

/** What is meant for traces alone counts before what is meant for all that is told. */
function ofTraces(env: Environment, prefix: string, name: string): string {
  const own = `${prefix}_TRACES_${name}`;
  return env[own] === undefined ? `${prefix}_${name}` : own;
}

function urlOf(env: Environment): string | null {
  const [own, base] = [env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, env.OTEL_EXPORTER_OTLP_ENDPOINT];
  const given = own ?? base;
  if (given === undefined) return null;
  const name = own === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  // What it is stays unsaid: it may hold a key.
  if (!/^https?:\/\/[^/]/i.test(given) || !URL.canParse(given))
    throw new StartupError(`${name} must be like http://127.0.0.1:4318.`);
  return own ?? `${given.replace(/\/+$/, '')}/${PATH}`;
}

function samplingOf(env: Environment): TracesConfig['sampling'] {
  const given = env.OTEL_TRACES_SAMPLER ?? `${BY_PARENT}traceidratio`;
  const isByParent = given.startsWith(BY_PARENT);
  const name = isByParent ? given.slice(BY_PARENT.length) : given;
  if (!SAMPLERS.includes(name)) {
    const known = [...SAMPLERS, ...SAMPLERS.map((each) => `${BY_PARENT}${each}`)];
    throw new StartupError(`OTEL_TRACES_SAMPLER must be one of ${known.join(', ')}, not "${given}".`);
  }
  if (name !== 'traceidratio') return { isByParent, ratio: name === 'always_on' ? 1 : 0 };
  const text = env.OTEL_TRACES_SAMPLER_ARG ?? '1';
  const ratio = /^(\d+\.?\d*|\.\d+)(e-\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!(ratio >= 0 && ratio <= 1))
    throw new StartupError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`);
  return { isByParent, ratio };
}

/** `key=value,key2=value2`, with what would be in the way written as in URLs. */
function pairsOf(env: Environment, name: string): Record<string, string> {
  const pairs = (env[name] ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', ...value] = pair.split('=');
      if (value.length === 0 || key.trim() === '')
        throw new StartupError(`${name} must be like key=value,key2=value2.`);
      return [key.trim(), decoded(value.join('=').trim())];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
