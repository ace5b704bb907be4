import cluster from 'node:cluster';
import type { Application } from '@taproot/core';
import { devtoolsToken } from '@taproot/core/internal';
import { definePlugin, Stage } from '@taproot/core/plugin';
import type { Http } from '@taproot/routing';
import { home } from './home.ts';
import type { Workshop } from './workshop.ts';

const isOn = (app: Application): boolean => app.debug && !app.isProduction;

/**
 * Shows every request while you develop, at `/_taproot` of the server. The server prints the address with the token that lets
 * your browser in. It does nothing unless `app.debug` is on, and
 * nothing in production, whatever `app.debug` is. Needs routing.
 * Take it from `@taproot/devtools`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), devtools()])
 */
export const devtools = () =>
  definePlugin({
    name: 'devtools',
    requires: ['routing'],
    provides: {
      stepsPage: (app) => (isOn(app) ? (id) => `${home}/ids/${encodeURIComponent(id)}` : null),
    },
    apply(app) {
      if (!isOn(app)) return;
      let workshop: Workshop | null = null;
      // Only a server loads it: commands of the console answer no requests.
      app.hooks.start.tapPromise({ name: 'devtools', stage: Stage.first }, async () => {
        const { Workshop } = await import('./workshop.ts');
        workshop = new Workshop(app);
      });
      // Beside the console or the log, which writes them.
      app.hooks.report.tap({ name: 'devtools', before: 'console' }, (error, origin) => workshop?.report(error, origin));
      const http: Http = app.facades.Http();
      http.hooks.server.tap('devtools', (server) => workshop?.attach(server));
      http.hooks.listening.tap('devtools', ({ url }) => {
        // Written without the log, which would mask the token. Only the first of the workers that share the port prints
        // it.
        if ((cluster.worker?.id ?? 1) === 1)
          process.stdout.write(`Devtools: ${url}/_taproot?token=${devtoolsToken(app)}\n`);
      });
      // Live views are open for ever: the server would wait for them.
      app.hooks.shutdown.tap({ name: 'devtools', stage: Stage.first }, () => {
        workshop?.close();
        workshop = null;
      });
    },
  });
