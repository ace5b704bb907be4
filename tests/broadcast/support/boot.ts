import { afterEach } from '@jest/globals';
import { type Broadcast, broadcast, channel } from '@taproot/broadcast';
import { type Application, type Config, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';

/** The channel of a room. */
export const rooms = channel('rooms.{room}').events<{ booked: { id: number }; closed: null }>();

/** The channel of a user, which only that user may listen to; a header says who asks. */
export const users = channel('users.{user}')
  .events<{ renamed: { to: string } }>()
  .authorize((ctx, { user }) => ctx.request().header('X-User') === user);

/** What a test wants of its application. */
export interface Wanted {
  readonly config?: Config;
  readonly plugins?: readonly AnyPlugin[];
  readonly driver?: string;
  /** Leaves redis() out. */
  readonly withoutRedis?: boolean;
}

/** An application with the two channels, and what it reported. */
export interface Booted {
  readonly app: Application;
  readonly reports: (Error & { readonly code?: string })[];
}

const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** An application that streams `/rooms/{room}`, `/users/{user}` both as `/both/{room}/{user}`, and two rooms. */
export const boot = async ({
  config = {},
  plugins = [],
  driver = 'koa',
  withoutRedis = false,
}: Wanted = {}): Promise<Booted> => {
  const reports: Booted['reports'] = [];
  let broadcasts = (): Broadcast => {
    throw new Error('not yet');
  };
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => {
      broadcasts = () => app.facades.Broadcast();
      app.hooks.report.tap('reporting', (error) => void reports.push(error as Error));
    },
  });
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([reporting, routing(), fastify(), ...(withoutRedis ? [] : [redis()]), broadcast(), ...plugins])
    .withConfig({ ...config, http: { port: 0, driver } })
    .withRouting((route) => {
      const room = (id: string) => rooms.of({ room: id });
      route.get('/rooms/{room}', (ctx) => broadcasts().stream(ctx, room(ctx.request().route('room'))));
      route.get('/users/{user}', (ctx) => broadcasts().stream(ctx, users.of({ user: ctx.request().route('user') })));
      route.get('/several/{one}/{other}', (ctx) => {
        const { one, other } = ctx.request().routes();
        return broadcasts().stream(ctx, [room(one), room(other)]);
      });
      route.get('/both/{room}/{user}', (ctx) => {
        const { room: id, user } = ctx.request().routes();
        return broadcasts().stream(ctx, [room(id), users.of({ user })]);
      });
    })
    .create();
  open.push(() => app.close());
  return { app, reports };
};

/** A client of an event stream, as a browser's `EventSource` is one. */
export class Listener {
  readonly #pieces: ReadableStreamDefaultReader<Uint8Array>;
  readonly #leave: AbortController;
  readonly #text = new TextDecoder();
  #blocks: string[] = [];
  #rest = '';
  /** The id that it would come back with. */
  lastEventId = '';

  private constructor(response: Response, leave: AbortController) {
    if (response.body === null) throw new Error('no body');
    this.#pieces = response.body.getReader();
    this.#leave = leave;
    open.push(() => leave.abort());
  }

  /** Connects, and waits for the first bytes. */
  static async connect(url: string, headers: Record<string, string> = {}): Promise<Listener> {
    const leave = new AbortController();
    const response = await fetch(url, { headers, signal: leave.signal });
    if (response.status !== 200) throw new Error(String(response.status));
    const listener = new Listener(response, leave);
    await listener.block();
    return listener;
  }

  /** The next event with data: its name and its data; null at the end of the stream. */
  async next(): Promise<readonly [event: string, data: unknown] | null> {
    for (;;) {
      const block = await this.block();
      if (block === null) return null;
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) return [/^event: (.*)$/m.exec(block)?.[1] ?? 'message', JSON.parse(data)];
    }
  }

  /** Disconnects. */
  leave(): void {
    this.#leave.abort();
  }

  /** The next block of lines; null at the end of the stream. */
  async block(): Promise<string | null> {
    while (this.#blocks.length === 0) {
      const { done, value } = await this.#pieces.read().catch(() => ({ done: true, value: undefined }));
      if (done) return null;
      const parts = (this.#rest + this.#text.decode(value, { stream: true })).split('\n\n');
      this.#rest = parts.pop() ?? '';
      this.#blocks.push(...parts);
    }
    const block = this.#blocks.shift() ?? '';
    this.lastEventId = /^id: (.*)$/m.exec(block)?.[1] ?? this.lastEventId;
    return block;
  }
}
