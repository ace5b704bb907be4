import type { Application } from '@taproot/core';
import { definePlugin, describeValue, type Options } from '@taproot/core/plugin';
import { scheduleDefaults } from './config.ts';
import { errors } from './errors.ts';
import { Schedule } from './schedule.ts';
import { type ScheduleRuntime, scheduleOf } from './schedule-runtime.ts';
import { runs } from './traced-runs.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Work at fixed times: `facades.Schedule().call('carts.tidy', tidyCarts).daily()`. */
    Schedule(): Schedule;
  }
}

/**
 * Work at fixed times, once for all processes and machines: `withSchedule()` declares it, `npx taproot schedule:work` runs it. Settings are in
 * config/schedule.ts. `options` are settings of that file, and win over it. Take it from `@taproot/schedule`, and call it in the list of
 * `withPlugins()`.
 * @example setup().withPlugins([schedule()]).withSchedule((schedule) => void schedule.command('cache:clear').daily())
 */
export const schedule = (options?: Options<'schedule'>) =>
  definePlugin({
    name: 'schedule',
    after: ['console', 'database', 'log', 'queue', 'redis'],
    config: { schedule: scheduleDefaults },
    options: { schedule: options },
    facades: { Schedule: (app) => new Schedule(scheduleOf(app)) },
    provides: { scheduler: (app) => app.facades.Schedule() },
    traces: [runs],
    steps: {
      /** Declares the entries of the schedule: `withSchedule((schedule) => { schedule.call('tidy', tidy).daily(); })`. */
      withSchedule(app: Application, declare: (schedule: Schedule) => void | Promise<void>) {
        if (typeof declare !== 'function') throw errors.E_SCHEDULE_STEP({ value: describeValue(declare) });
        return declare(app.facades.Schedule());
      },
    },
    health: (app) => (app.config.schedule.store === 'memory' ? {} : { schedule: () => scheduleOf(app).marks.check() }),
    commands: () => import('./commands/index.ts'),
    apply(app) {
      const runtime = scheduleOf(app);
      const stopping = new AbortController();
      let working: Promise<void> | null = null;
      // A wrong store or entry stops the boot.
      app.hooks.ready.tap('schedule', () => {
        void runtime.marks;
        runtime.fix();
        checkServices(runtime);
      });
      app.hooks.start.tapPromise('schedule', async () => {
        if (!app.config.schedule.in_server) return;
        working = app.facades.Schedule().work({ signal: stopping.signal });
      });
      app.hooks.shutdown.tapPromise('schedule', async () => {
        stopping.abort();
        await working;
      });
    },
  });

/** Jobs and commands need plugins that do them. */
const checkServices = ({ app, entries }: ScheduleRuntime): void => {
  for (const { kind, entryName: name, place } of entries) {
    const [what, which = ''] = kind.split(' ');
    const at = { name, place: String(place) };
    if (what === 'job' && !(app.provided('jobs')?.has(which) ?? false)) throw errors.E_SCHEDULE_QUEUE(at);
    if (what === 'command' && app.provided('commands') === null) throw errors.E_SCHEDULE_CONSOLE(at);
  }
};
