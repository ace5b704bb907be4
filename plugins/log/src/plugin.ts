import cluster from 'node:cluster';
import { type Context } from '@taproot/core';
import { definePlugin, Stage } from '@taproot/core/plugin';
import { logDefaults } from './config.ts';
import type { Log } from './log.ts';
import { LogMiddleware } from './log-middleware.ts';
import { logOf } from './log-runtime.ts';

declare module '@taproot/core' {
  interface Facades {
    /** The log: `facades.Log().info('ready')`. With a context, each line has the id of its request. */
    Log(ctx?: Context | null): Log;
  }
}

/** Options of `log()`. */
export interface LogOptions {
  /** Gets each line in place of the configured output. For tests. */
  readonly write?: (line: string) => void;
}

/**
 * The log, on pino: `facades.Log()`, a line for each request, and every error that is reported. Credentials are masked. Settings are in
 * config/log.ts: JSON on standard output in production, lines for readers in development.
 * Take it from `@taproot/log`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), log()])
 */
export const log = ({ write }: LogOptions = {}) =>
  definePlugin({
    name: 'log',
    requires: ['routing'],
    config: { log: logDefaults },
    facades: { Log: (app) => logOf(app).log },
    // Runs around cors, so that the log also sees cors's responses to preflights.
    globalMiddleware: ({ config }) =>
      config.log.enabled ? [{ slot: 'edge', before: 'cors', middleware: new LogMiddleware() }] : [],
    apply(app) {
      const runtime = logOf(app);
      if (!app.config.log.enabled) return;
      if (write !== undefined) runtime.sink = write;
      if (app.config.log.format === 'json' && cluster.isWorker) process.send?.('taproot:json');
      runtime.open();
      app.hooks.report.tap('log', (error, origin) => runtime.report(error, origin));
      app.hooks.start.tap({ name: 'log', stage: Stage.first }, () => runtime.serve());
      // The routes are known at `ready`, and hooks are fixed by then.
      let told: ReturnType<typeof runtime.requestLines>['write'] | undefined;
      app.facades.Http().hooks.sent.tap('log', (sent) => told?.(sent));
      app.facades.Http().hooks.listening.tap('log', ({ url }) => {
        const { name, env } = app.config.app;
        // Of workers that share the port, the first speaks for all.
        if (env !== 'testing' && (cluster.worker?.id ?? 1) === 1)
          runtime.log().info(`${name} (${env}) listens on ${url}`);
      });
      app.hooks.ready.tap({ name: 'log', stage: Stage.last }, () => {
        told = runtime.requestLines().write;
      });
      // After every plugin that may have something to say about its end.
      app.hooks.shutdown.tapPromise({ name: 'log', stage: Stage.last }, () => runtime.close());
    },
  });
