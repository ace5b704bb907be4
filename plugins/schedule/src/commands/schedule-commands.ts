import { Command, Option, printable, wholeNumber } from '@taproot/console/command';

/** A time in a zone, such as `2026-10-25 03:00 +01:00`. */
const shown = (at: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  return `${parts} ${(offset?.value ?? '').replace('GMT', '') || 'UTC'}`;
};

/** `schedule:list`: the entries, and when they run next. */
export class ScheduleList extends Command {
  static override paths = [['schedule:list']];
  static override usage = Command.Usage({
    details: 'Times are those of the time zone of the entry. An entry of another environment has no next time.',
    examples: [['The next ten times of each entry, for programs', 'npx taproot schedule:list --next 10 --json']],
  });

  next = Option.String('--next', '1', {
    description: 'How many times of each entry',
    validator: wholeNumber({ min: 1, max: 1000 }),
  });

  json = Option.Boolean('--json', false, { description: 'Print JSON, for programs' });

  override async execute(): Promise<void> {
    const entries = this.app.facades.Schedule().list(this.next);
    if (this.json) return this.line(JSON.stringify(entries, null, 2));
    if (entries.length === 0) return this.line('The schedule has no entry. Declare some in withSchedule().');
    const rows = entries.map(({ name, kind, cron, timezone, active, next, place }) => [
      name,
      kind,
      `${cron}  ${timezone}`,
      active ? next.map((at) => shown(at, timezone)).join(', ') : 'not in this environment',
      place,
    ]);
    this.table([['name', 'work', 'times', 'next', 'declared at'], ...rows]);
  }
}

/** `schedule:work`: runs the schedule until SIGTERM or Ctrl-C. */
export class ScheduleWork extends Command {
  static override paths = [['schedule:work']];
  static override usage = Command.Usage({
    details:
      'Any number of processes on any number of machines may run it: each run is done by one of them. On SIGTERM it begins\n' +
      'no more runs, and waits up to schedule.stop_timeout for the running ones.',
    examples: [
      ['In a process of its own', 'npx taproot schedule:work'],
      ['Together with the jobs', 'npx taproot queue:work --schedule'],
    ],
  });

  quiet = Option.Boolean('--quiet', false, { description: 'Print no line for each run' });

  override async execute(): Promise<number> {
    const schedule = this.app.facades.Schedule();
    this.line(`Running the schedule: ${schedule.list(0).filter(({ active }) => active).length} entries.`);
    await schedule.work({
      signal: this.signal,
      onEnd: (name, outcome, milliseconds) => {
        const { style, quiet } = this;
        const colour = outcome === 'done' ? style.green : outcome === 'failed' ? style.red : style.yellow;
        if (!quiet) this.line(`${colour(outcome.padEnd(7))}  ${name}  ${milliseconds.toFixed(0)} ms`);
      },
    });
    return 0;
  }
}

/** `schedule:run`: runs what is due now, for the cron of the system. */
export class ScheduleRun extends Command {
  static override paths = [['schedule:run']];
  static override usage = Command.Usage({
    details: 'Call it each minute, from the cron of one or more machines. Its exit code is 1 if a run failed.',
    examples: [['A line for cron', '* * * * * cd /srv/shop && node_modules/.bin/taproot schedule:run']],
  });

  override async execute(): Promise<number> {
    const { done, skipped, failed } = await this.app.facades.Schedule().run();
    this.line(`Done: ${done}, skipped: ${skipped}, failed: ${failed}`);
    return failed === 0 ? 0 : 1;
  }
}

/** `schedule:test`: does the work of one entry now. */
export class ScheduleTest extends Command {
  static override paths = [['schedule:test']];
  static override usage = Command.Usage({
    details: 'The run is not claimed, so the planned ones are done all the same.',
    examples: [['One entry', 'npx taproot schedule:test carts.tidy']],
  });

  name = Option.String({ name: 'entry' });

  override async execute(): Promise<number> {
    const outcome = await this.app.facades.Schedule().test(this.name);
    this.line(`${printable(this.name)}: ${outcome}`);
    return outcome === 'failed' ? 1 : 0;
  }
}
