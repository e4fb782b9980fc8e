import { describe, expect, it } from 'vitest';
import { readTraces, tracesWarnings } from './traces.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

describe('traces', () => {
  it('are off unless somebody says where they go, and if somebody says so', () => {
    expect(readTraces({})).toBeNull();
    expect(readTraces({ OTEL_TRACES_SAMPLER_ARG: '1', OTEL_SERVICE_NAME: 'desk' })).toBeNull();
    for (const off of [
      { OTEL_SDK_DISABLED: 'true' },
      { OTEL_TRACES_EXPORTER: 'none' },
      { OTEL_TRACES_SAMPLER: 'always_off' },
    ])
      expect(readTraces({ ...ENDPOINT, ...off })).toBeNull();
  });

  it('go to the usual path of an endpoint of all that is told, or just where theirs is', () => {
    expect(readTraces(ENDPOINT)).toEqual({
      receiver: {
        url: 'http://127.0.0.1:4318/v1/traces',
        headers: {},
        timeoutMs: 10_000,
        isCompressed: false,
      },
      sampling: { isByParent: true, ratio: 1 },
      resource: { 'service.name': 'swapdesk' },
      everyMs: 5_000,
      mostWaiting: 2_048,
    });
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in?key=1' };
    expect(readTraces({ ...ENDPOINT, ...own })?.receiver.url).toBe('https://traces.example/in?key=1');
  });

  it('are sampled as OpenTelemetry names it', () => {
    const sampling = (OTEL_TRACES_SAMPLER: string, OTEL_TRACES_SAMPLER_ARG?: string) =>
      readTraces({ ...ENDPOINT, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG })?.sampling;
    expect(sampling('always_on')).toEqual({ isByParent: false, ratio: 1 });
    expect(sampling('traceidratio', '0.25')).toEqual({ isByParent: false, ratio: 0.25 });
    expect(sampling('parentbased_always_on')).toEqual({ isByParent: true, ratio: 1 });
    expect(sampling('parentbased_always_off')).toEqual({ isByParent: true, ratio: 0 });
    expect(sampling('parentbased_traceidratio', '1e-3')).toEqual({ isByParent: true, ratio: 0.001 });
    expect(readTraces({ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '.5' })?.sampling.ratio).toBe(0.5);
  });

  it('take headers, and what is said of the desk, as pairs', () => {
    const config = readTraces({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team = a=b ,',
      OTEL_EXPORTER_OTLP_TIMEOUT: '250',
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'gzip',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=shop%2C one',
      OTEL_SERVICE_NAME: 'desk',
    });
    expect(config?.receiver).toMatchObject({ timeoutMs: 250, isCompressed: true });
    expect(config?.receiver.headers).toEqual({ authorization: 'Bearer abc', 'x-team': 'a=b' });
    expect(config?.resource).toEqual({ 'service.name': 'desk', 'deployment.environment.name': 'shop, one' });
    const own = { OTEL_EXPORTER_OTLP_HEADERS: 'x=1', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'y=%zz' };
    expect(readTraces({ ...ENDPOINT, ...own })?.receiver.headers).toEqual({ y: '%zz' });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'desk.example:4318/secret', 'must be like http://127.0.0.1:4318'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'must be one of always_on'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half', 'must be a number from 0 to 1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'must be like key=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=two%0Alines', 'cannot be sent as a header'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a key=x', 'cannot be sent as a header'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0', 'must be a whole number from 1'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', 'many', 'must be a whole number from 1'],
  ])('that are set wrongly are refused in a line, without what may be secret: %s=%s', (name, value, why) => {
    const read = () => readTraces({ ...ENDPOINT, [name]: value });
    expect(read).toThrow(`${name} `);
    expect(read).toThrow(why);
    expect(read).not.toThrow(/secret|lines/);
  });

  it('are sent as JSON, and whoever wants them otherwise is told so', () => {
    expect(tracesWarnings({})).toEqual([]);
    expect(tracesWarnings({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })).toEqual([]);
    expect(tracesWarnings({ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' })).toEqual([
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL is grpc, but traces are sent over HTTP as JSON all the same',
    ]);
  });
});
