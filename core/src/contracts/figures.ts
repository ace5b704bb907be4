/** Tells a value of a figure. Values with equal attributes are added; of a gauge, the largest counts. */
export type ObserveFigure = (value: number, attributes?: Readonly<Record<string, string | number | boolean>>) => void;

/** A number that a plugin knows at any time, for metrics. */
export interface Figure {
  /** `counter` only grows, `sum` goes up and down and may be added over processes, `gauge` may not be added. */
  readonly kind: 'counter' | 'sum' | 'gauge';
  /** The unit by UCUM: `s`, `By`, or what is counted in braces: `{event}`. */
  readonly unit: string;
  /** One sentence for readers of a dashboard. */
  readonly description: string;
  /** Called for each export: calls `observe` once for each value. A figure without a value now does not call it. */
  readonly read: (observe: ObserveFigure) => void | Promise<void>;
}

/** A request without a complete response. */
export interface OpenRequest {
  /** `GET`, `POST` and so on. */
  readonly method: string;
  /** The path without its query; secrets in it are masked. */
  readonly path: string;
  /** For how many seconds it has been open, at least. */
  readonly seconds: number;
}
