import type { Application } from '@taproot/core';
import { Stage } from '@taproot/core/plugin';
import { Recorder } from '../../plugins/devtools/src/recorder/recorder.ts';
import { Workshop } from '../../plugins/devtools/src/workshop.ts';

let ended = 0;

/** How many requests of all watched applications were recorded to their end. */
export const recordedRequests = (): number => ended;

/** Records the requests of an application as devtools do, without `app.debug`, which changes what errors say. */
export const watchByDevtools = (app: Application): void => {
  const workshop = new Workshop(app, new Recorder(app));
  workshop.recorder.events.on('ended', () => ended++);
  app.facades.Http().hooks.server.tap('devtools', (server) => workshop.attach(server));
  app.hooks.shutdown.tap({ name: 'devtools', stage: Stage.first }, () => {
    workshop.close();
    workshop.recorder.close();
  });
};
