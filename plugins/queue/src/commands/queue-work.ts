import { Command, Option, UsageError, wholeNumber } from '@taproot/console/command';
import type { TakenJob } from '../engine.ts';
import { errors } from '../errors.ts';
import { firstParent } from '../queue-runtime.ts';

/** Milliseconds between two looks. */
const often = 1000;

/**
 * Aborts when the parent process is gone, if that parent is npm. `npx` dies of SIGTERM without passing it on, so the worker would run on.
 * Ends when `end` aborts.
 */
const lostParent = (end: AbortSignal): AbortSignal => {
  const controller = new AbortController();
  if (process.env['npm_execpath'] === undefined) return controller.signal;
  // It may have died while the application booted.
  if (process.ppid !== firstParent) controller.abort();
  const timer = setInterval(() => {
    if (process.ppid !== firstParent) controller.abort();
  }, often);
  timer.unref();
  end.addEventListener('abort', () => clearInterval(timer), { once: true });
  return controller.signal;
};

/** `queue:work`: works on jobs until SIGTERM or Ctrl-C, then ends the running ones or gives them back. */
export class QueueWork extends Command {
  static override paths = [['queue:work']];

  static override usage = Command.Usage({
    details:
      'On SIGTERM it takes no more jobs and waits up to queue.stop_timeout for the running ones. What has not ended by\n' +
      'then goes back to the queue, and another worker does it. A second signal ends the process at once: its jobs are\n' +
      'done again after their lease.',
    examples: [
      ['The default queue', 'npx taproot queue:work'],
      ['Mails before reports, 20 jobs at a time', 'npx taproot queue:work mails reports --concurrency 20'],
      ['Jobs and the schedule', 'npx taproot queue:work --schedule'],
      ['All jobs that wait, then end', 'npx taproot queue:work --until-empty'],
    ],
  });

  static rest = 'queue';

  queues = Option.Rest();

  concurrency = Option.String('--concurrency', {
    description: 'How many jobs run at the same time',
    validator: wholeNumber({ min: 1 }),
  });

  untilEmpty = Option.Boolean('--until-empty', false, { description: 'End when no job may begin' });

  maxJobs = Option.String('--max-jobs', {
    description: 'End after this many jobs',
    validator: wholeNumber({ min: 1 }),
  });

  maxMemory = Option.String('--max-memory', {
    description: 'End when the process uses more memory, in megabytes',
    validator: wholeNumber({ min: 1 }),
  });

  once = Option.Boolean('--once', false, { hidden: true });

  schedule = Option.Boolean('--schedule', false, { description: 'Run the schedule of @taproot/schedule, too' });

  quiet = Option.Boolean('--quiet', false, { description: 'Print no line for each job' });

  override async execute(): Promise<number> {
    const { app } = this;
    if (this.once)
      throw new UsageError(
        'There is no option "--once". Use --until-empty for all jobs that wait, with --max-jobs 1 for one of them.',
      );
    const { concurrency, maxJobs, maxMemory } = this;
    const queues = this.queues.length === 0 ? [app.config.queue.default] : this.queues;
    const scheduler = this.schedule ? app.provided('scheduler') : null;
    if (this.schedule && scheduler === null) throw errors.E_QUEUE_SCHEDULE();
    const end = new AbortController();
    const signal = AbortSignal.any([this.signal, lostParent(end.signal)]);
    // From here on, SIGTERM stops it politely.
    this.line(`Working on ${queues.join(', ')}${this.schedule ? ' and on the schedule' : ''}.`);
    const scheduling = scheduler?.work({ signal: AbortSignal.any([signal, end.signal]) });
    const done = await app.facades.Queue().work({
      signal,
      queues,
      untilEmpty: this.untilEmpty,
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(maxJobs === undefined ? {} : { maxJobs }),
      ...(maxMemory === undefined ? {} : { maxMemory }),
      ...(this.quiet ? {} : { onEnd: (job, outcome, milliseconds) => this.#print(job, outcome, milliseconds) }),
    });
    end.abort();
    await scheduling;
    this.line(`Done: ${done}`);
    return 0;
  }

  #print({ name, id, attempt, attempts }: TakenJob, outcome: string, milliseconds: number): void {
    const { style } = this;
    const colour = outcome === 'done' ? style.green : outcome === 'fail' ? style.red : style.yellow;
    this.line(
      `${colour(outcome.padEnd(5))}  ${name}  ${id}  attempt ${Math.min(attempt, attempts)}  ${milliseconds.toFixed(0)} ms`,
    );
  }
}
