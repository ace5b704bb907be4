import type { RequestListener } from 'node:http';
import { channels, type HttpDriver } from '@taproot/core/plugin';
import { openKoa } from '../koa/from-koa.ts';
import { loadKoa } from '../koa/late-koa.ts';
import { selectDriver } from '../plan/select-driver.ts';
import { withFallback } from './files-fallback.ts';
import { HttpApp, type HttpAppParts } from './http-app.ts';
import { watchSent } from './sent.ts';
import { pass, serve } from './serve.ts';
import { tracedRequest } from './traced.ts';

/** Creates the listener of an application. `keep` receives the driver as soon as it is loaded, and must close it. */
export const createListener = async (
  parts: Omit<HttpAppParts, 'driver' | 'config'>,
  keep: (driver: HttpDriver) => void,
): Promise<RequestListener> => {
  const { app, hooks } = parts;
  const config = app.config.http;
  const plan = withFallback(parts.plan);
  const { hostFor } = await loadKoa();
  for (const step of [...plan.stack, ...plan.routes.flatMap(({ middleware }) => middleware)])
    openKoa(step, () => hostFor(app));
  const driver = await selectDriver(app)(app);
  keep(driver);
  const http = new HttpApp({ ...parts, config, plan, driver });
  const pipeline = await driver.listener?.({
    routes: http.routes,
    pass: (req, res, answer) => pass(http, req, res, answer),
    fault: http.fault,
  });
  const native = pipeline ?? null;
  return (req, res) => {
    // Node caches the address of a socket when it is read. Read it now, because a handler may need it after the client
    // has left.
    void req.socket.remoteAddress;
    if (channels.request.hasSubscribers)
      return tracedRequest(req, res, hooks.sent, () => serve(http, native, req, res));
    if (http.tellsSent) watchSent(req, res, hooks.sent);
    serve(http, native, req, res);
  };
};
