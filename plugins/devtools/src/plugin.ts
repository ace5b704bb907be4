import cluster from 'node:cluster';
import type { Application } from '@taproot/core';
import { devtoolsToken } from '@taproot/core/internal';
import { definePlugin, Stage } from '@taproot/core/plugin';
import type { Http } from '@taproot/routing';
import { home } from './home.ts';
import type { Recorder } from './recorder/recorder.ts';
import type { Workshop } from './workshop.ts';

const isOn = (app: Application): boolean => app.debug && !app.isProduction;

/**
 * Shows every request while you develop, at `/_taproot` of the server. The server prints the address with the token that lets your browser
 * in. It works only while `app.debug` is on, and never in production. Needs routing. Take it from `@taproot/devtools`, and call it in the
 * list of `withPlugins()`.
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
      let recorder: Recorder | null = null;
      const record = async (): Promise<Recorder> => {
        const { Recorder } = await import('./recorder/recorder.ts');
        return (recorder ??= new Recorder(app));
      };
      // Also in a process without a server: it may do jobs that a request of the server dispatched.
      app.hooks.ready.tapPromise({ name: 'devtools', stage: Stage.last }, async () => {
        if (app.provided('jobs') !== null) await record();
      });
      // Loads the pages only in a server, because console commands answer no requests.
      app.hooks.start.tapPromise({ name: 'devtools', stage: Stage.first }, async () => {
        const { Workshop } = await import('./workshop.ts');
        workshop = new Workshop(app, await record());
      });
      // Runs in addition to the console or the log, which writes the reports.
      app.hooks.report.tap({ name: 'devtools', before: 'console' }, (error, origin) => workshop?.report(error, origin));
      const http: Http = app.facades.Http();
      http.hooks.server.tap('devtools', (server) => workshop?.attach(server));
      http.hooks.listening.tap('devtools', ({ url }) => {
        // Does not use the log, which would mask the token. Only the first worker prints the address.
        if ((cluster.worker?.id ?? 1) === 1)
          process.stdout.write(`Devtools: ${url}/_taproot?token=${devtoolsToken(app)}\n`);
      });
      // Ends live views, because the server would wait for them for ever.
      app.hooks.shutdown.tap({ name: 'devtools', stage: Stage.first }, () => {
        workshop?.close();
        recorder?.close();
        [workshop, recorder] = [null, null];
      });
    },
  });
