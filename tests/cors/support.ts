import {
  type Application,
  type Config,
  type ConfigFile,
  type ConfigFiles,
  type MiddlewareFactories,
  setup,
} from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';

export type Register = (route: RootRouter, middleware: MiddlewareFactories, app: Application) => void;

export interface CorsServerOptions {
  readonly cors?: ConfigFile<'cors'>;
  readonly http?: Partial<ConfigFiles['http']>;
  readonly driver?: string;
  /** Taps hooks before the application is frozen. */
  readonly apply?: (app: Application) => void;
}

/** An application with CORS, booted but not listening. What its handlers throw is reported to nobody. */
export const bootCors = async (register: Register, options: CorsServerOptions = {}): Promise<Application> => {
  const { driver = 'koa', http = {}, apply } = options;
  const tapped = definePlugin({
    name: 'test',
    after: ['routing', 'cors'],
    apply(app) {
      app.hooks.report.tap('test', () => undefined);
      apply?.(app);
      app.hooks.boot.tap({ name: 'test', stage: -100 }, () => register(app.facades.Route(), app.middleware, app));
    },
  });
  const config: Config = { http: { driver, port: 0, ...http }, cors: options.cors ?? {} };
  return setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), fastify(), cors(), tapped])
    .withConfig(config)
    .create();
};

/** The same, listening on a free port. */
export class CorsServer {
  readonly app: Application;
  readonly url: string;

  constructor(app: Application, url: string) {
    this.app = app;
    this.url = url;
  }

  static async open(register: Register, options: CorsServerOptions = {}): Promise<CorsServer> {
    const app = await bootCors(register, options);
    await app.open();
    return new CorsServer(app, app.facades.Http().address?.url ?? '');
  }

  /** A request of a script on `origin`; none when it is empty. */
  send(origin: string, path = '/', init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (origin !== '') headers.set('origin', origin);
    return fetch(this.url + path, { ...init, headers });
  }

  /** The question a browser asks before it sends `method`. */
  preflight(
    origin: string,
    path = '/',
    method = 'PUT',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.send(origin, path, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': method, ...headers },
    });
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}

/** The headers of CORS in a reply, `vary` among them, without their prefix. */
export const corsOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => name === 'vary' || name.startsWith('access-control-'))
      .map(([name, value]) => [name.replace('access-control-', ''), value]),
  );

/** The code of the error that `work` rejects with. */
export const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as { code?: unknown }).code ?? error,
  );
