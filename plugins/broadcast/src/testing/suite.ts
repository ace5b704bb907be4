import assert from 'node:assert/strict';
import { type Application, type Config, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin, withDeadline } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import type { Broadcast } from '../broadcast.ts';
import { channel } from '../channel.ts';
import type { BroadcastConfig } from '../config.ts';
import { broadcast } from '../plugin.ts';
import { CutProxy } from './cut-proxy.ts';

/** A server of the suite's own. */
export interface EngineServer {
  /** The port on which it listens, at 127.0.0.1. */
  readonly port: number;
  /** Ends the process at once and starts it again on the same port. It may keep its data or lose them. */
  restart(): Promise<void>;
  /** Removes all data. */
  wipe(): Promise<void>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** How the suite starts and reaches an engine. */
export interface BroadcastConformanceOptions {
  /** Plugins beside `routing()` and `broadcast()`, such as the one that registers the engine; created again for each application. */
  readonly plugins?: () => readonly AnyPlugin[];
  /** Starts a server on a free port. Without it, the engine keeps events in its process, and only cases for one process run. */
  readonly server?: () => Promise<EngineServer>;
  /** The configuration with which an application uses the server at this port of 127.0.0.1. */
  readonly config?: (port: number) => Config;
}

/** Seconds that an event may take. */
const patience = 30;

const rooms = channel('rooms.{room}').events<{ booked: { id: number; fill: string } }>();

/** An event as a client got it: its id, or `missed`. */
export type Got = number | 'missed';

/** A client of an event stream, as a browser's `EventSource` is one. */
export class Client {
  readonly #body: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #gone: AbortController;
  #rest = '';
  #events: Got[] = [];
  /** The id with which it would come back. */
  lastEventId = '';

  private constructor(body: ReadableStream<Uint8Array>, gone: AbortController) {
    this.#body = body.getReader();
    this.#gone = gone;
  }

  /** Connects, and waits for the id that a new stream sends first. */
  static async connect(url: string, lastEventId: string): Promise<Client> {
    const gone = new AbortController();
    const headers: Record<string, string> = lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId };
    const { status, body } = await fetch(url, { headers, signal: gone.signal });
    assert.equal(status, 200, 'a stream did not open');
    assert.ok(body !== null);
    const client = new Client(body, gone);
    client.lastEventId = lastEventId;
    while (client.lastEventId === '') assert.ok(await client.#read(), 'a stream ended before its first id');
    return client;
  }

  /** The next events, up to the one with this id. */
  async until(last: number): Promise<Got[]> {
    const got: Got[] = [];
    const late = () =>
      new assert.AssertionError({ message: `the event ${last} did not come; the last ones: ${got.slice(-3).join()}` });
    await withDeadline(
      (async () => {
        while (got.at(-1) !== last)
          got.push((await this.next()) ?? assert.fail(`the stream ended before the event ${last}`));
      })(),
      patience,
      late,
    );
    return got;
  }

  /** The next event; null at the end of the stream. */
  async next(): Promise<Got | null> {
    while (this.#events.length === 0) if (!(await this.#read())) return null;
    return this.#events.shift() ?? null;
  }

  leave(): void {
    this.#gone.abort();
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#body.read().catch(() => ({ done: true, value: undefined }));
    if (done || value === undefined) return false;
    const blocks = (this.#rest + this.#decoder.decode(value, { stream: true })).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      this.lastEventId = /^id: (.*)$/m.exec(block)?.[1] ?? this.lastEventId;
      if (/^event: missed$/m.test(block)) this.#events.push('missed');
      const id = /^data: \{"id":(\d+)/m.exec(block)?.[1];
      if (id !== undefined) this.#events.push(Number(id));
    }
    return true;
  }
}

/** One process of an application, with the codes and messages that it reported. */
export class Process {
  readonly #app: Application;
  readonly #broadcasts: Broadcast;
  readonly reports: readonly { readonly code?: string; readonly message: string }[];

  constructor(app: Application, broadcasts: Broadcast, reports: Process['reports']) {
    this.#app = app;
    this.#broadcasts = broadcasts;
    this.reports = reports;
  }

  listen(room: number | string, lastEventId = ''): Promise<Client> {
    return Client.connect(`${this.#app.facades.Http().address?.url ?? ''}/rooms/${room}`, lastEventId);
  }

  /** Sends an event with this id and `bytes` more. */
  send(room: number | string, id: number, bytes = 0): Promise<void> {
    return this.#broadcasts.send(rooms.of({ room }), 'booked', { id, fill: 'x'.repeat(bytes) });
  }

  /** Sends the events with these ids in order, a hundred at a time. */
  async sendAll(room: number | string, first: number, last: number, bytes = 0): Promise<void> {
    for (let id = first; id <= last; id += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, last - id + 1) }, (_, more) => this.send(room, id + more, bytes)),
      );
  }

  /** The messages that it reported with this code. */
  told(code: string): string[] {
    return this.reports.filter((report) => report.code === code).map(({ message }) => message);
  }

  async close(): Promise<void> {
    await this.#app.close();
  }
}

/** The processes, the server and the proxies of one case. They are closed when it ends. */
export class Suite {
  readonly #store: string;
  readonly #options: BroadcastConformanceOptions;
  readonly #closing: (() => unknown)[] = [];
  #server: EngineServer | null = null;

  constructor(store: string, options: BroadcastConformanceOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** The server of this case; started at the first call. */
  async server(): Promise<EngineServer> {
    if (this.#server !== null) return this.#server;
    assert.ok(this.#options.server !== undefined, 'the engine has no server');
    const server = await this.#options.server();
    this.#server = server;
    this.#closing.push(() => server.close());
    return server;
  }

  /** A way to the server that can be cut. */
  async way(): Promise<CutProxy> {
    const proxy = await CutProxy.before((await this.server()).port);
    this.#closing.push(() => proxy.close());
    return proxy;
  }

  /** Starts an application, which serves `/rooms/{room}`. `way` leads it to the server. */
  async process(
    config: Partial<Pick<BroadcastConfig, 'max_history' | 'max_buffer' | 'shards'>> = {},
    way?: CutProxy,
  ): Promise<Process> {
    const port = way?.port ?? (this.#options.server === undefined ? 0 : (await this.server()).port);
    const reports: { readonly code?: string; readonly message: string }[] = [];
    let broadcasts: Broadcast | null = null;
    const watching = definePlugin({
      name: 'watching',
      apply: (app) => {
        app.hooks.report.tap('watching', (error) => void reports.push(error as Error));
        app.hooks.ready.tap('watching', () => void (broadcasts = app.facades.Broadcast()));
      },
    });
    const given = this.#options.config?.(port) ?? {};
    const ready = (): Broadcast => broadcasts ?? assert.fail('the application is not ready');
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([watching, routing(), broadcast(), ...(this.#options.plugins?.() ?? [])])
      .withConfig({
        ...given,
        http: { port: 0 },
        broadcast: { ...(typeof given.broadcast === 'object' ? given.broadcast : {}), store: this.#store, ...config },
      })
      .withRouting((route) => {
        route.get('/rooms/{room}', (ctx) => ready().stream(ctx, rooms.of({ room: ctx.request().route('room') })));
      })
      .create();
    this.#closing.push(() => app.close());
    await app.open();
    return new Process(app, ready(), reports);
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).toReversed()) await close();
  }
}
