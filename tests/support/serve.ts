import { connect } from 'node:net';
import { type Application, type Config, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { type RootRouter, routing } from '@taproot/routing';

/** What a test needs of an application that listens. */
export interface Served {
  readonly app: Application;
  readonly url: string;
  readonly port: number;
  /** Sends text over a fresh socket and resolves to all that comes back until the other side closes. */
  raw(text: string): Promise<string>;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly driver?: string;
  readonly config?: Config;
  readonly env?: Readonly<Record<string, string>>;
  /** Taps hooks before the application is frozen. */
  readonly apply?: (app: Application) => void;
}

/** An application of these routes, booted but not listening. */
export const bootRoutes = (
  register: (route: RootRouter) => void,
  { driver = 'koa', config = {}, env = {}, apply }: ServeOptions = {},
): Promise<Application> => {
  const tapped = definePlugin({
    name: 'test',
    after: ['routing'],
    provides: { notice: () => () => undefined },
    ...(apply === undefined ? {} : { apply }),
  });
  const http = typeof config.http === 'object' ? config.http : {};
  return (
    setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', ...env } })
      .withPlugins([routing(), koa(), fastify(), tapped])
      // The guard of overload measures the machine: on a busy one it refuses what a test counts. Tests of it turn it on.
      .withConfig({ ...config, http: { driver, port: 0, overload: null, ...http } })
      .withRouting(register)
      .create()
  );
};

/** The same, listening on a free port. */
export const serve = async (register: (route: RootRouter) => void, options: ServeOptions = {}): Promise<Served> => {
  const app = await bootRoutes(register, options);
  await app.open();
  const address = app.facades.Http().address;
  if (address === null) throw new Error('The server did not open.');
  return {
    app,
    url: address.url,
    port: address.port,
    raw: (text) => exchange(address.port, text),
    close: async () => void (await app.close()),
  };
};

const exchange = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(text, 'latin1');
  });
