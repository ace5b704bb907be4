import { type Application, hasCode } from '@taproot/core';
import { definePlugin, type Options, Stage } from '@taproot/core/plugin';
import type { DestinationStream, Logger } from 'pino';
import { type LogConfig, logDefaults } from './config.ts';
import { LogMiddleware } from './log-middleware.ts';
import { type LogFields, RequestLog } from './request-log.ts';

declare module '@taproot/core' {
  interface ConfigFiles {
    access: LogConfig;
  }
  interface Facades {
    /** The log of this application: `facades.RequestLog().logger.info('ready')`. */
    RequestLog(): RequestLog;
  }
  interface RequestMethods {
    /** A logger whose lines bear the id of this request. */
    log(): Logger;
  }
}

/** Where lines go in tests, and settings of config/access.ts, over which they win. */
export interface RequestLogOptions extends Options<'access'> {
  readonly stream?: DestinationStream;
}

/** Writes a line of JSON for each request, to what config/access.ts says, or to a stream. */
export const requestLog = ({ stream, ...options }: RequestLogOptions = {}) =>
  definePlugin({
    name: 'request-log',
    requires: ['routing'],
    config: { access: logDefaults },
    options: { access: options },
    facades: { RequestLog: (app) => new RequestLog(app, stream ?? null) },
    request: { log: (ctx, app) => () => app.facades.RequestLog().of(ctx) },
    steps: {
      /** Adds members to the line of each request. */
      withLogFields: (app: Application, ...fields: LogFields[]) => void app.facades.RequestLog().fields.push(...fields),
    },
    // Around cors, so that requests which cors answers by itself are logged as well.
    globalMiddleware: ({ config, facades }) =>
      config.access.enabled
        ? [{ slot: 'edge', before: 'cors', middleware: new LogMiddleware(facades.RequestLog()) }]
        : [],
    apply(app) {
      if (!app.config.access.enabled) return;
      const log = app.facades.RequestLog();
      app.hooks.boot.tapPromise({ name: 'request-log', stage: Stage.first }, () => log.open());
      // After every plugin that may have something to say about its end.
      app.hooks.shutdown.tapPromise({ name: 'request-log', stage: Stage.last }, () => log.close());
      app.hooks.report.tap('request-log', (err, origin) => {
        // That the log itself fails is nothing to log. Of what went wrong in a request, its line tells.
        if (hasCode(err, 'E_LOG_WRITE')) process.stderr.write(`${String(err)}\n`);
        else if (origin.where !== 'request') log.logger.error({ err, ...origin });
      });
    },
  });
