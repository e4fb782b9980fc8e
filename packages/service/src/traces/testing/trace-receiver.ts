import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

type Value = { readonly stringValue?: string; readonly intValue?: string; readonly doubleValue?: number };
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly {
    readonly name: string;
    readonly timeUnixNano: string;
    readonly attributes: readonly Attribute[];
  }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

/** A span as it came, with what its process says of itself. */
export interface ReceivedSpan extends Omit<OtlpSpan, 'attributes' | 'events'> {
  readonly facts: Readonly<Record<string, string | number>>;
  readonly happened: readonly {
    readonly name: string;
    readonly at: bigint;
    readonly facts: Readonly<Record<string, string | number>>;
  }[];
  readonly resource: Readonly<Record<string, string | number>>;
}

/** Somebody who takes traces by OpenTelemetry's protocol. Answers what it is told to. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All that came, as it came. */
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  answer: (response: ServerResponse) => void = taken;
  private readonly server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const body = String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
    this.headers.push(request.headers);
    this.bodies.push(body);
    if (request.url !== '/v1/traces') response.writeHead(404).end();
    else {
      if (this.answer === taken) this.spans.push(...spansOf(body));
      this.answer(response);
    }
  });

  static async open(): Promise<TraceReceiver> {
    const receiver = new TraceReceiver();
    await once(receiver.server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  /** As an operator sets it. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  takeAgain(): void {
    this.answer = taken;
  }

  /** The spans of an order, by its number, wherever they are told. */
  ofOrder(no: string): ReceivedSpan[] {
    return this.spans.filter(({ facts }) => facts['swapdesk.order'] === no);
  }

  inTrace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
  }
}

function taken(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

function spansOf(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: {
      resource: { attributes: Attribute[] };
      scopeSpans: { spans: OtlpSpan[] }[];
    }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, events, ...span }) => ({
        ...span,
        facts: factsOf(attributes),
        happened: events.map((event) => ({
          name: event.name,
          at: BigInt(event.timeUnixNano),
          facts: factsOf(event.attributes),
        })),
        resource: factsOf(resource.attributes),
      })),
    ),
  );
}

function factsOf(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        (value.intValue === undefined ? (value.doubleValue as number) : Number(value.intValue)),
    ]),
  );
}
