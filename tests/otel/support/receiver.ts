import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly Value[] };
}
type Entries = readonly { readonly key: string; readonly value: Value }[];

/** A span as OTLP has it, with its attributes by name. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** The spans it names beside its parent. */
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A metric as OTLP has it, with the attributes of its points. */
export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  /** Whether it is a counter. */
  readonly isMonotonic: boolean;
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly count?: number;
    readonly asDouble?: number;
  }[];
}

const plain = ({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown =>
  stringValue ?? boolValue ?? arrayValue?.values.map(plain) ?? Number(intValue ?? doubleValue);
const named = (entries: Entries): Record<string, unknown> =>
  Object.fromEntries(entries.map(({ key, value }) => [key, plain(value)]));

/** A collector of OTLP over HTTP with JSON. `answer` takes the place of its 200. */
export class Receiver {
  readonly spans: ReceivedSpan[] = [];
  readonly metrics: ReceivedMetric[] = [];
  /** All that was received, as text. */
  text = '';
  answer: RequestListener = (_req, res) => void res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  readonly #server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text: string) => (body += text));
    req.on('end', () => {
      this.text += body;
      this.#take(JSON.parse(body));
      this.answer(req, res);
    });
  });

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of the protocol
  #take({ resourceSpans = [], resourceMetrics = [] }: any): void {
    for (const { scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans)
        for (const span of spans) this.spans.push({ ...span, attributes: named(span.attributes) });
    for (const { scopeMetrics } of resourceMetrics)
      for (const { metrics } of scopeMetrics)
        for (const { name, unit, histogram, sum, gauge } of metrics) {
          const points = (histogram ?? sum ?? gauge).dataPoints.map((point: { attributes: Entries }) => ({
            ...point,
            attributes: named(point.attributes),
          }));
          this.metrics.push({ name, unit, isMonotonic: sum?.isMonotonic === true, points });
        }
  }
}
