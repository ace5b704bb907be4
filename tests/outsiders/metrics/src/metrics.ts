import type { Sent } from '@taproot/routing';

interface Series {
  readonly labels: string;
  readonly buckets: number[];
  count: number;
  seconds: number;
  bytes: number;
  aborted: number;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const family = (name: string, type: string, help: string, lines: readonly string[]): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');

/** Counts requests by method, route and status. */
export class Metrics {
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  /** Counts one request. Paths that no route has share one series, so that strangers cannot fill the memory. */
  readonly count = ({ method, route, status, seconds, bytes, aborted }: Sent): void => {
    const series = this.#of(`method="${method}",route="${escaped(route?.path ?? '')}",status="${status}"`);
    series.count++;
    series.seconds += seconds;
    series.bytes += bytes;
    if (aborted) series.aborted++;
    this.#bounds.forEach((bound, at) => {
      if (seconds <= bound) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
    });
  };

  /** Everything counted so far, in the text format of Prometheus. */
  toString(): string {
    const all = [...this.#series.values()];
    const lines = (name: string, value: (series: Series) => number): string[] =>
      all.map((series) => `${name}{${series.labels}} ${value(series)}`);
    return [
      family(
        'http_requests_total',
        'counter',
        'Requests.',
        lines('http_requests_total', ({ count }) => count),
      ),
      family('http_requests_aborted_total', 'counter', 'Clients that left before the end of the response.', [
        ...lines('http_requests_aborted_total', ({ aborted }) => aborted),
      ]),
      family('http_response_bytes_total', 'counter', 'Bytes of responses.', [
        ...lines('http_response_bytes_total', ({ bytes }) => bytes),
      ]),
      family(
        'http_request_duration_seconds',
        'histogram',
        'Seconds until the last byte of the response.',
        all.flatMap((series) => this.#histogram(series)),
      ),
    ].join('');
  }

  #histogram({ labels, buckets, count, seconds }: Series): string[] {
    const name = 'http_request_duration_seconds';
    return [
      ...this.#bounds.map((bound, at) => `${name}_bucket{${labels},le="${bound}"} ${buckets[at] ?? 0}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${seconds}`,
      `${name}_count{${labels}} ${count}`,
    ];
  }

  #of(labels: string): Series {
    let series = this.#series.get(labels);
    if (series === undefined) {
      series = { labels, buckets: [], count: 0, seconds: 0, bytes: 0, aborted: 0 };
      this.#series.set(labels, series);
    }
    return series;
  }
}
