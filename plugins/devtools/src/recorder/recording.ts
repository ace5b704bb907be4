import type { IncomingMessage } from 'node:http';
import type { RouteInfo } from '@taproot/core/plugin';
import { BodyCopy } from './body-copy.ts';
import type { Fault } from './fault.ts';
import type { Step } from './step.ts';

/** The most steps of one request that are kept, because a loop may make any number of them. */
const mostSteps = 2000;
// Memory of a step without its strings, in bytes.
const stepBytes = 200;

/** A step at its beginning. */
export type NewStep = Pick<Step, 'kind' | 'name' | 'plugin' | 'detail'> & Partial<Pick<Step, 'rules'>>;

/** The beginning of a request; of work without a request, its kind and its name. */
export type RecordedHead = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>;

/** One request, and all the steps until its response; or a piece of work without a request, such as a job. */
export class Recording {
  readonly id: number;
  readonly at = new Date();
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly target: string;
  /** Header lines as the client sent them. The pages mask their secrets. */
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly received = new BodyCopy();
  readonly sent = new BodyCopy();
  readonly steps: Step[] = [];
  responseHeaders: readonly (readonly [name: string, value: string])[] = [];
  /** The number of steps that were dropped, because there were too many. */
  dropped = 0;
  /** The request that this one repeats; null for all others. */
  repeats: number | null = null;
  route: RouteInfo | null = null;
  /** The request id, as in the logs. */
  requestId = '';
  client = '';
  /** HTTP status; 0 until the response, and if the client left before it. */
  status = 0;
  aborted = false;
  fault: Fault | null = null;
  /** Milliseconds until the response was complete or the client had left; null until then. */
  duration: number | null = null;
  readonly #began = performance.now();
  #memory = 1000;

  /** Whether this is work without a request: `method` is its kind, `target` its name. */
  readonly isWork: boolean;

  constructor(id: number, req: RecordedHead, isWork = false) {
    this.isWork = isWork;
    this.id = id;
    this.method = req.method ?? 'GET';
    this.target = req.url ?? '/';
    const raw = req.rawHeaders;
    this.requestHeaders = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
    this.#memory += this.target.length + raw.reduce((sum, text) => sum + text.length, 0);
  }

  /** The list shows this in place of a status; null for a request. */
  get outcome(): 'done' | 'failed' | null {
    if (!this.isWork) return null;
    return this.fault === null && this.steps[0]?.outcome !== false ? 'done' : 'failed';
  }

  /** The path without its query. */
  get path(): string {
    return this.target.split('?', 1)[0] ?? '/';
  }

  /** Approximate size in bytes of memory. */
  get memory(): number {
    return this.#memory + this.received.kept + this.sent.kept;
  }

  /** A header of the request, by its name in lower case; undefined when it was not sent. */
  header(name: string): string | undefined {
    return this.requestHeaders.find(([sent]) => sent.toLowerCase() === name)?.[1];
  }

  /** A header of the response, by its name in lower case; undefined when it was not sent. */
  responseHeader(name: string): string | undefined {
    return this.responseHeaders.find(([sent]) => sent.toLowerCase() === name)?.[1];
  }

  /** Milliseconds since the request arrived. */
  elapsed(): number {
    return performance.now() - this.#began;
  }

  /** Notes the beginning of a step; null when there are too many. */
  begin(step: NewStep, parent: Step | null): Step | null {
    if (this.steps.length >= mostSteps) {
      this.dropped++;
      return null;
    }
    const begun: Step = {
      rules: [],
      ...step,
      start: this.elapsed(),
      end: null,
      parent,
      depth: parent === null ? 0 : parent.depth + 1,
      outcome: null,
      error: '',
      replaced: false,
    };
    this.steps.push(begun);
    this.#memory += stepBytes + 2 * (step.name.length + step.detail.length);
    return begun;
  }
}
