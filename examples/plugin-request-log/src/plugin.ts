import { type Application, definePlugin, hasCode } from '@taproot/core';
import type { Http } from '@taproot/routing';
import type { DestinationStream, Logger } from 'pino';
import { type LogConfig, logDefaults } from './config.ts';
import { LogMiddleware } from './log-middleware.ts';
import { type LogFields, RequestLog } from './request-log.ts';

declare module '@taproot/core' {
  interface ConfigFiles {
    log: LogConfig;
  }
  interface Facades {
    /** The log of this application: `facades.Log().logger.info('ready')`. */
    Log(): RequestLog;
  }
  interface RequestMethods {
    /** A logger whose lines bear the id of this request. */
    log(): Logger;
  }
}

/** Writes a line of JSON for each request, to what config/log.ts says, or to a stream. */
export const requestLog = (stream: DestinationStream | null = null) =>
  definePlugin({
    name: 'request-log',
    requires: ['routing'],
    config: { log: logDefaults },
    facades: { Log: (app) => new RequestLog(app, stream) },
    request: { log: (ctx, app) => () => app.facades.Log().of(ctx) },
    steps: {
      /** Adds members to the line of each request. */
      withLogFields: (app: Application, ...fields: LogFields[]) => void app.facades.Log().fields.push(...fields),
    },
    apply(app) {
      if (!app.config.log.enabled) return;
      const log = app.facades.Log();
      const { hooks }: Http = app.facades.Http();
      app.hooks.boot.tapPromise({ name: 'request-log', stage: -1000 }, () => log.open());
      // After every plugin that may have something to say about its end.
      app.hooks.shutdown.tapPromise({ name: 'request-log', stage: 1000 }, () => log.close());
      // Behind cors, which goes to the front at 1000: what it answers by itself is logged as well.
      hooks.globalMiddleware.tap({ name: 'request-log', stage: 2000 }, (stack) => [new LogMiddleware(log), ...stack]);
      app.hooks.report.tap('request-log', (err, origin) => {
        // That the log itself fails is nothing to log. Of what went wrong in a request, its line tells.
        if (hasCode(err, 'E_LOG_WRITE')) process.stderr.write(`${String(err)}\n`);
        else if (origin.where !== 'request') log.logger.error({ err, ...origin });
      });
    },
  });
