import { definePlugin } from '@taproot/core/plugin';
import { echoDefaults } from './config.ts';
import { EchoServer } from './echo-server.ts';

declare module '@taproot/core' {
  interface Facades {
    /** The WebSocket of this application, and how many clients it has: `facades.Echo().size`. */
    Echo(): EchoServer;
  }
}

/** A WebSocket at `echo.path` that sends back what it receives. */
export const echo = () =>
  definePlugin({
    name: 'echo',
    requires: ['routing'],
    config: { echo: echoDefaults },
    facades: { Echo: (app) => new EchoServer(app.config.echo, (error) => app.report(error, { where: 'echo' })) },
    apply(app) {
      const server = app.facades.Echo();
      app.facades.Http().hooks.server.tap('echo', (node) => server.attach(node));
      app.hooks.shutdown.tapPromise('echo', (_app, { signal }) => server.close(signal));
    },
  });
