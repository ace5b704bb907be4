import { once } from 'node:events';
import { broadcast } from '@taproot/broadcast';
import { type Application, type Config, HttpError, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { lang } from '@taproot/lang';
import { type RootRouter, routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { message, socket, websocket } from '@taproot/websocket';
import { WebSocket } from 'ws';

/** The room of most tests. A client names itself by `?as=ann`. */
export const room = socket({
  path: '/rooms/{room}',
  join: (ctx) => {
    const name = ctx.request().query('as');
    if (name === '') throw new HttpError(401, 'Who are you?');
    return { name };
  },
  receives: {
    say: { text: 'required|string|max:10' },
    whisper: { text: 'required|string' },
    fail: {},
    crash: {},
  },
  sends: message<{
    said: { from: string; text: string };
    heard: { text: string; room: string };
    left: { from: string };
  }>(),
  on: {
    say: ({ text }, client) => client.room.send('said', { from: client.joined.name, text }),
    whisper: ({ text }, client) => client.send('heard', { text, room: client.params.room }),
    fail: () => {
      throw new HttpError(409, 'Not now.');
    },
    crash: () => Promise.reject(new Error('a secret')),
  },
  left: (client) => client.room.send('left', { from: client.joined.name }),
});

export interface Opened {
  readonly app: Application;
  readonly url: string;
  readonly reported: unknown[];
}

export const open = async (
  config: Config = {},
  routes: (route: RootRouter) => void = (route) => route.socket(room),
  driver = 'koa',
): Promise<Opened> => {
  const reported: unknown[] = [];
  const tapped = definePlugin({
    name: 'test',
    provides: { notice: () => () => undefined },
    apply: (app) => app.hooks.report.tap('test', (error) => void reported.push(error)),
  });
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), fastify(), lang(), validation(), broadcast(), websocket(), tapped])
    .withConfig({ ...config, http: { driver, port: 0 } })
    .withRouting(routes)
    .create();
  await app.open();
  return { app, url: (app.facades.Http().address?.url ?? '').replace('http', 'ws'), reported };
};

interface Message {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

/** A client that keeps what it hears. */
export class Client {
  readonly ws: WebSocket;
  readonly heard: Message[] = [];
  readonly closed: Promise<number>;

  private constructor(url: string) {
    this.ws = new WebSocket(url);
    this.ws.on('message', (data: Buffer) => {
      this.heard.push(JSON.parse(data.toString()) as Message);
      this.ws.emit('heard');
    });
    this.closed = once(this.ws, 'close').then(([code]) => Number(code));
  }

  /** Resolves when it has joined its room. */
  static async enter(url: string): Promise<Client> {
    const client = new Client(url);
    await client.next('joined');
    return client;
  }

  /** Comes back with the id of the last message that it has heard. */
  static async enterAfter(url: string, id: string): Promise<Client> {
    const client = new Client(`${url}&last=${encodeURIComponent(id)}`);
    await once(client.ws, 'open');
    return client;
  }

  /** The next message of this event. */
  async next(event: string): Promise<Message> {
    for (;;) {
      const at = this.heard.findIndex((one) => one.event === event);
      const [found] = at === -1 ? [] : this.heard.splice(at, 1);
      if (found !== undefined) return found;
      await once(this.ws, 'heard');
    }
  }

  send(event: string, data?: unknown): this {
    this.ws.send(JSON.stringify({ event, data }));
    return this;
  }
}

/** The status of a refused handshake. */
export const refusal = async (url: string): Promise<number> => {
  const ws = new WebSocket(url);
  const [, reply] = (await once(ws, 'unexpected-response')) as [unknown, { readonly statusCode: number }];
  ws.on('error', () => undefined).terminate();
  return reply.statusCode;
};
