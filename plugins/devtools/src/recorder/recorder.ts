import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Application } from '@taproot/core';
import type { RequestEvent } from '@taproot/core/internal';
import { channels } from '@taproot/core/plugin';
import { faultOf } from './fault.ts';
import { Recording } from './recording.ts';
import { Ring } from './ring.ts';
import { subscribe } from './subscribe.ts';
import { watchBodies } from './watch-bodies.ts';
import type { Place } from './watch-channel.ts';
import { WorkFolder } from './work-folder.ts';

const mostRequests = 200;
const mostBytes = 64 * 1024 * 1024;

/** Records the requests of one server, and the work of one process, by the channels of the core. It ignores other applications. */
export class Recorder {
  readonly ring = new Ring(mostRequests, mostBytes);
  /** Work that requests began, of all processes of the application. */
  readonly works: WorkFolder;
  /** `ended` with each recording whose request has ended. */
  readonly events = new EventEmitter<{ ended: [Recording] }>().setMaxListeners(0);
  /** Ports of connections that repeat a request, with the id of that request. */
  readonly repeating = new Map<number, number>();
  readonly #places = new AsyncLocalStorage<Place | undefined>();
  readonly #recordings = new WeakMap<IncomingMessage, Recording>();
  readonly #ends: readonly (() => void)[];
  readonly #app: Application;
  #last = 0;

  constructor(app: Application) {
    this.works = new WorkFolder(join(app.basePath, 'storage/devtools'));
    this.#app = app;
    const subscriber = { asyncEnd: (event: RequestEvent) => this.#end(event) };
    channels.request.subscribe(subscriber);
    this.#ends = [subscribe(app, this.#places, this), () => channels.request.unsubscribe(subscriber)];
  }

  /** Serves a request and records it. */
  record(req: IncomingMessage, res: ServerResponse, serve: () => void): void {
    const recording = new Recording(++this.#last, req);
    recording.repeats = this.repeating.get(req.socket.remotePort ?? 0) ?? null;
    this.#recordings.set(req, recording);
    watchBodies(req, res, recording);
    this.ring.add(recording);
    this.#places.run({ recording, step: null }, serve);
  }

  /** Records a request that asks for another protocol, until its connection ends. Its reply is written by other code. */
  recordUpgrade(req: IncomingMessage, serve: () => boolean): boolean {
    const recording = new Recording(++this.#last, req);
    this.#recordings.set(req, recording);
    this.ring.add(recording);
    return this.#places.run({ recording, step: null }, serve);
  }

  /** Begins an entry for work without a request. */
  begin(kind: string, name: string, requestId: string): Place {
    const recording = new Recording(++this.#last, { method: kind, url: name, rawHeaders: [] }, true);
    recording.requestId = requestId;
    this.ring.add(recording);
    return { recording, step: null };
  }

  /** Ends the entry of a piece of work. */
  finish(recording: Recording, error: unknown): void {
    recording.duration = recording.elapsed();
    recording.fault = error === undefined ? null : faultOf(error);
    this.ring.trim();
    this.events.emit('ended', recording);
    if (recording.requestId === '') return;
    try {
      this.works.write(recording);
    } catch (fault) {
      // A tool must not fail the work that it watches.
      this.#app.report(fault, { where: 'devtools', warning: true });
    }
  }

  close(): void {
    for (const end of this.#ends) end();
    this.ring.clear();
  }

  #end({ request, route, status, error, aborted, ctx }: RequestEvent): void {
    const recording = this.#recordings.get(request);
    if (recording === undefined) return;
    recording.duration = recording.elapsed();
    recording.status = status;
    recording.route = route;
    recording.aborted = aborted;
    recording.requestId = ctx?.request().id() ?? '';
    recording.client = request.socket.remoteAddress ?? '';
    recording.fault = error === undefined ? null : faultOf(error);
    this.ring.trim();
    this.events.emit('ended', recording);
  }
}
