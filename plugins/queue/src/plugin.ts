import type { Application } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { definePlugin, type Options } from '@taproot/core/plugin';
import { isSchema } from '@taproot/validation';
import { queueDefaults } from './config.ts';
import { errors } from './errors.ts';
import type { Job } from './job.ts';
import { Queue } from './queue.ts';
import { QueueForPlugins } from './queue-for-plugins.ts';
import { queueOf } from './queue-runtime.ts';
import { attempts, dispatches } from './traced-jobs.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Work for later, done at least once: `await facades.Queue().dispatch(sendInvoice, { order: 7 })`. */
    Queue(): Queue;
  }
}

/**
 * Jobs: work that is done after the response, at least once, whichever process is killed. `facades.Queue()` dispatches them, `npx taproot
 * queue:work` does them. Settings are in config/queue.ts. Needs validation, and database for its default engine. `options` are settings of
 * that file, and win over it. Take it from `@taproot/queue`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([validation(), database(), queue()]).withJobs([sendInvoice])
 */
export const queue = (options?: Options<'queue'>) =>
  definePlugin({
    name: 'queue',
    requires: ['validation'],
    after: ['database', 'redis'],
    config: { queue: queueDefaults },
    options: { queue: options },
    facades: { Queue: (app) => new Queue(queueOf(app)) },
    provides: { jobs: (app) => new QueueForPlugins(queueOf(app), () => app.facades.Queue()) },
    traces: [attempts, dispatches],
    steps: {
      /** The jobs of the application. Workers know only these. */
      withJobs: (app: Application, jobs: readonly Job[]) => queueOf(app).jobs.addAll(jobs),
    },
    health: (app) => (queueOf(app).isSync ? {} : { queue: () => queueOf(app).check() }),
    commands: () => import('./commands/index.ts'),
    apply(app) {
      const runtime = queueOf(app);
      const stopping = new AbortController();
      let working: Promise<number> | null = null;
      // A wrong engine stops the boot.
      app.hooks.ready.tapPromise('queue', async () => {
        if (!runtime.isSync) void runtime.engine;
        for (const job of runtime.jobs.jobs) await checkRules(app, job);
      });
      app.hooks.start.tapPromise('queue', async () => {
        if (runtime.isSync) return;
        // Reports instead of failing: an application may start before its migration ran.
        await runtime.check().catch((error: unknown) => app.report(error, { where: 'queue' }));
        if (app.config.queue.in_server) working = app.facades.Queue().work({ signal: stopping.signal });
      });
      app.hooks.shutdown.tapPromise('queue', async () => {
        stopping.abort();
        await working;
        await runtime.close();
      });
    },
  });

/** Mistakes in rules stop the boot. Without data, no rule is run. */
const checkRules = async ({ facades }: Application, { name: job, rules, place }: Job): Promise<void> => {
  if (isSchema(rules) || Object.keys(rules).length === 0) return;
  try {
    await facades.Validation().makeTyped(null, {}, rules);
  } catch (cause) {
    const reason = reasonOf(cause);
    throw errors.E_JOB_RULES({ job, place: String(place), reason }, { cause });
  }
};
