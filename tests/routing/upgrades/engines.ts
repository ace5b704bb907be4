import { type Application, type Config, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { type RootRouter, routing } from '@taproot/routing';

/** A driver, with or without middleware of its own around the routes. */
export type Engine = 'koa' | 'koa with middleware' | 'fastify' | 'fastify with plugins';

export const engines: readonly Engine[] = ['koa', 'koa with middleware', 'fastify', 'fastify with plugins'];

type Plugin = ReturnType<typeof definePlugin>;

export interface OpenOptions {
  readonly routes: (route: RootRouter) => void;
  readonly plugins?: readonly Plugin[];
  readonly config?: Config;
  readonly apply?: (app: Application) => void;
}

/** An application that listens on a free port. */
export interface Opened {
  readonly app: Application;
  readonly port: number;
  /** The errors that were reported. */
  readonly reported: () => readonly unknown[];
  close(): Promise<readonly unknown[]>;
}

export const open = async (
  engine: Engine,
  { routes, plugins = [], config = {}, apply = () => undefined }: OpenOptions,
): Promise<Opened> => {
  const reported: unknown[] = [];
  const tapped = definePlugin({
    name: 'test',
    after: ['routing'],
    provides: { notice: () => () => undefined },
    apply(app) {
      app.hooks.report.tap('test', (error) => void reported.push(error));
      apply(app);
    },
  });
  const http = typeof config.http === 'object' ? config.http : {};
  const building = setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), koa(), fastify(), ...plugins, tapped])
    .withConfig({ ...config, http: { driver: engine.split(' ')[0] ?? '', port: 0, ...http } });
  if (engine === 'koa with middleware')
    building.withKoa((native) => {
      native.use(async (ctx, next) => {
        ctx.set('X-Native', 'koa');
        await next();
      });
    });
  if (engine === 'fastify with plugins')
    building.withFastify((native) => {
      native.addHook('onRequest', (_request, reply, done) => {
        void reply.raw.setHeader('X-Native', 'fastify');
        done();
      });
    });
  const app = await building.withRouting(routes).create();
  await app.open();
  const { address } = app.facades.Http();
  if (address === null && http.listen !== false) throw new Error('The server did not open.');
  return { app, port: address?.port ?? 0, reported: () => reported, close: () => app.close() };
};
