import cluster from 'node:cluster';
import type { Context, Middleware, Next, Response } from '@taproot/core';
import { definePlugin, type MiddlewareDescription, type Options, Stage } from '@taproot/core/plugin';
import { tellPrimary } from '@taproot/workers/protocol';
import { logDefaults } from './config.ts';
import type { Log } from './log.ts';
import { logOf } from './log-runtime.ts';

declare module '@taproot/core' {
  interface Facades {
    /** The log: `facades.Log().info('ready')`. With a context, each line has the id of its request. */
    Log(ctx?: Context | null): Log;
  }
}

/** Sends the id of the request's log lines in the header `X-Request-Id`. */
class LogMiddleware implements Middleware {
  signature(): string {
    return 'log';
  }

  describe(): MiddlewareDescription {
    return {
      responseHeaders: [{ name: 'X-Request-Id', description: 'Names the request in the log', required: true }],
    };
  }

  handle(ctx: Context, next: Next): Promise<Response> {
    const request = ctx.request();
    // Reads the address now, because Node forgets the address of a closed connection that was never read.
    request.ip();
    ctx.response().header('X-Request-Id', request.id());
    return next();
  }
}

/** Options of `log()`: settings of config/log.ts, and where lines go in tests. */
export interface LogOptions extends Options<'log'> {
  /** Receives each line instead of the configured output. For tests. */
  readonly write?: (line: string) => void;
}

/**
 * The log, on pino: `facades.Log()`, a line for each request, and every error that is reported. Credentials are masked. Settings are in
 * config/log.ts: JSON on standard output in production, readable lines in development. `options` are settings of that file, and win over
 * it. Take it from `@taproot/log`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), log()])
 */
export const log = ({ write, ...options }: LogOptions = {}) =>
  definePlugin({
    name: 'log',
    requires: ['routing'],
    config: { log: logDefaults },
    options: { log: options },
    facades: { Log: (app) => logOf(app).log },
    // Runs around cors, so that the log also sees cors's responses to preflights.
    globalMiddleware: ({ config }) =>
      config.log.enabled ? [{ slot: 'edge', before: 'cors', middleware: new LogMiddleware() }] : [],
    provides: {
      notice: (app) => (app.config.log.enabled ? (message) => logOf(app).log().info(message) : null),
    },
    apply(app) {
      const runtime = logOf(app);
      if (!app.config.log.enabled) return;
      if (write !== undefined) runtime.sink = write;
      if (app.config.log.format === 'json' && cluster.isWorker) tellPrimary({ taproot: 'json' });
      runtime.open();
      app.hooks.report.tap('log', (error, origin) => runtime.report(error, origin));
      app.hooks.start.tap({ name: 'log', stage: Stage.first }, () => runtime.serve());
      // The routes are known only at `ready`, when hooks cannot be tapped any more.
      let told: ReturnType<typeof runtime.requestLines>['write'] | undefined;
      app.facades.Http().hooks.sent.tap('log', (sent) => told?.(sent));
      app.hooks.ready.tap({ name: 'log', stage: Stage.last }, () => {
        told = runtime.requestLines().write;
      });
      const endWorkLines = runtime.workLines();
      // Closes after all plugins that may still log.
      app.hooks.shutdown.tapPromise({ name: 'log', stage: Stage.last }, () => {
        endWorkLines();
        return runtime.close();
      });
    },
  });
