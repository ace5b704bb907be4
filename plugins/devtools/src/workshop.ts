import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Application } from '@taproot/core';
import type { ReportOrigin } from '@taproot/core/plugin';
import { Journal } from './recorder/journal.ts';
import type { Recorder } from './recorder/recorder.ts';
import { isOurs } from './site/gate.ts';
import { Site } from './site/site.ts';

type Emit = (event: string | symbol, ...args: unknown[]) => boolean;

/** Events of Node's server that carry a request. */
const requests: ReadonlySet<string | symbol> = new Set(['request', 'checkContinue']);

/** Whether a request asks for a WebSocket. Other offers to upgrade become plain requests, which are recorded as such. */
const isWebSocket = (req: unknown): req is IncomingMessage =>
  /^websocket$/i.test(String(Reflect.get(Object(Reflect.get(Object(req), 'headers')), 'upgrade')));

/** The tools of one application: the recorder of its requests, and the pages that show them. */
export class Workshop {
  readonly recorder: Recorder;
  readonly #journal: Journal;
  readonly #site: Site;

  constructor(app: Application, recorder: Recorder) {
    this.recorder = recorder;
    this.#journal = new Journal(app);
    this.#site = new Site(app, this.recorder, this.#journal);
  }

  /**
   * Answers requests for the pages before they reach the application, and records all others. It adds no route and no middleware, so the
   * application is the same with and without the tools.
   */
  attach(server: Server): void {
    const original: unknown = Reflect.get(server, 'emit');
    const emit: Emit = (event, ...args) => Reflect.apply(original as Emit, server, [event, ...args]);
    const watched: Emit = (event, ...args) => {
      if (event === 'upgrade' && isWebSocket(args[0]))
        return this.recorder.recordUpgrade(args[0], () => emit(event, ...args));
      if (!requests.has(event)) return emit(event, ...args);
      const [req, res] = args as [IncomingMessage, ServerResponse];
      if (isOurs(req)) this.#site.answer(req, res);
      else this.recorder.record(req, res, () => emit(event, ...args));
      return true;
    };
    Object.defineProperty(server, 'emit', { value: watched, configurable: true, writable: true });
  }

  /** Keeps an error or warning that was passed to `app.report()`. */
  report(error: unknown, origin: ReportOrigin): void {
    this.#journal.report(error, origin);
  }

  close(): void {
    this.#journal.close();
    this.#site.close();
  }
}
