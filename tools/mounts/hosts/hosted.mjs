// The application that each host has below /api.
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { formRequest, validation } from '@taproot/validation';
import { WebSocketServer } from 'ws';

const sockets = new WebSocketServer({ noServer: true });

class StoreUser extends formRequest({ name: 'required|string|min:2', age: 'integer' }) {}

const stamp = {
  signature: () => 'stamp',
  async handle(ctx, next) {
    const response = await next();
    return response.setHeader('X-Stamp', ctx.request().method());
  },
};

/** `order` gets the steps of the life cycle, `reported` the errors. */
export const boot = (order = [], reported = [], http = {}) => {
  const probe = definePlugin({
    name: 'probe',
    requires: ['routing'],
    provides: { notice: () => () => undefined },
    apply({ hooks }) {
      hooks.report.tap('probe', (error) => void reported.push(error.message));
      hooks.start.tap('probe', () => void order.push('start'));
      hooks.shutdown.tap('probe', () => void order.push('shutdown'));
    },
  });
  return setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), validation(), probe])
    .withConfig({ http: { listen: false, ...http } })
    .withMiddleware((middleware) => middleware.append(stamp))
    .withRouting((route) => {
      route.any('/facts', (ctx) => {
        const request = ctx.request();
        return {
          method: request.method(),
          path: request.path(),
          url: request.url(),
          ip: request.ip(),
          q: request.query('q'),
        };
      });
      route.post('/users', async (ctx) => {
        const { name, age } = await ctx.request().validated(StoreUser);
        return ctx.response().json(201, { name, age });
      });
      route.post('/upload', async (ctx) => ({ size: ctx.request().file('file')?.size }));
      route.get('/cookie', (ctx) =>
        ctx
          .response()
          .cookie('b', '2')
          .cookie('c', '3')
          .json(200, { a: ctx.request().cookie('a') }),
      );
      route.get('/stream', (ctx) => ctx.response().stream(200, ['a', 'b'], 'text/plain'));
      route.get('/events', (ctx) =>
        ctx.response().eventStream(async function* () {
          yield { data: 'one' };
          await new Promise((resolve) => ctx.request().signal().addEventListener('abort', resolve));
        }),
      );
      route.get('/bytes', (ctx) => ctx.response().data(200, 'image/png', Buffer.from([0, 255, 128])));
      route.get('/moved', (ctx) => ctx.response().redirect(302, '/facts'));
      route.get('/echo', (ctx) =>
        ctx.response().upgrade((req, socket, head) =>
          sockets.handleUpgrade(req, socket, head, (client) => {
            ctx
              .request()
              .signal()
              .addEventListener('abort', () => client.close(1001));
            client.on('message', (data) => client.send(`${ctx.request().url()} ${Buffer.from(data).toString()}`));
          }),
        ),
      );
      route.get('/fails', () => Promise.reject(new Error('broken')));
    })
    .create();
};
