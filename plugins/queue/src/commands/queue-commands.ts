import { Command, Option, printable, wholeNumber } from '@taproot/console/command';
import type { FailedJob } from '../engine.ts';
import type { Queue } from '../queue.ts';

abstract class QueueCommand extends Command {
  protected get queue(): Queue {
    return this.app.facades.Queue();
  }
}

const jsonOption = () => Option.Boolean('--json', false, { description: 'Print JSON, for programs' });

/** `queue:show`: the queues, and how many jobs they have. */
export class QueueShow extends QueueCommand {
  static override paths = [['queue:show']];
  json = jsonOption();

  override async execute(): Promise<void> {
    const counts = await this.queue.counts();
    if (this.json) return this.line(JSON.stringify(counts, null, 2));
    if (counts.length === 0) return this.line('No job waits, runs or has failed.');
    const rows = counts.map(({ queue, waiting, running, failed, paused }) => [
      paused ? `${queue} (paused)` : queue,
      String(waiting),
      String(running),
      String(failed),
    ]);
    this.table([['queue', 'waiting', 'running', 'failed'], ...rows]);
  }
}

/** `queue:failed`: the failed jobs, with the errors of their attempts. */
export class QueueFailed extends QueueCommand {
  static override paths = [['queue:failed']];
  static override usage = Command.Usage({
    details: 'Payloads are shown only with --json: they may contain personal data.',
    examples: [
      ['The latest 20', 'npx taproot queue:failed --limit 20'],
      ['With payloads and history', 'npx taproot queue:failed --json'],
    ],
  });

  limit = Option.String('--limit', '100', {
    description: 'How many, the latest first',
    validator: wholeNumber({ min: 1, max: 10_000 }),
  });

  json = jsonOption();

  override async execute(): Promise<void> {
    const failed = await this.queue.failed(this.limit);
    if (this.json) return this.line(JSON.stringify(failed, null, 2));
    if (failed.length === 0) return this.line('No job has failed.');
    for (const one of failed) this.#print(one);
  }

  #print({ id, name, queue, failedAt, history }: FailedJob): void {
    this.line(`${this.style.bold(printable(name))}  ${id}  ${printable(queue)}  ${new Date(failedAt).toISOString()}`);
    for (const { attempt, at, error } of history)
      this.line(`  ${attempt}  ${new Date(at).toISOString()}  ${printable(error)}`);
  }
}

/** `queue:retry`: failed jobs begin again. */
export class QueueRetry extends QueueCommand {
  static override paths = [['queue:retry']];
  static override usage = Command.Usage({
    details: 'They get all of their attempts again. Effects that they did in run.once() stay done.',
    examples: [
      ['One', 'npx taproot queue:retry 01a21add-af0c-7000-8d9d-5507a5549b0a'],
      ['All', 'npx taproot queue:retry --all'],
    ],
  });

  static rest = 'id';

  ids = Option.Rest();
  all = Option.Boolean('--all', false, { description: 'All failed jobs' });

  override async execute(): Promise<number> {
    if (this.all) {
      this.line(`Waiting again: ${await this.queue.retryAll()}`);
      return 0;
    }
    if (this.ids.length === 0) {
      this.line('Name the ids of failed jobs, or use --all.');
      return 2;
    }
    for (const id of this.ids) await this.queue.retry(id);
    this.line(`Waiting again: ${this.ids.length}`);
    return 0;
  }
}

/** `queue:forget`: removes a failed job. */
export class QueueForget extends QueueCommand {
  static override paths = [['queue:forget']];
  static rest = 'id';

  ids = Option.Rest({ required: 1 });

  override async execute(): Promise<void> {
    for (const id of this.ids) await this.queue.forget(id);
    this.line(`Removed: ${this.ids.length}`);
  }
}

/** `queue:flush`: removes all failed jobs, after a question. */
export class QueueFlush extends QueueCommand {
  static override paths = [['queue:flush']];
  force = Option.Boolean('--force', false, { description: 'Remove them without a question' });

  override async execute(): Promise<number> {
    const count = (await this.queue.counts()).reduce((sum, { failed }) => sum + failed, 0);
    if (!this.force && count > 0) {
      if (!this.interactive) {
        this.line(`${count} failed jobs would be removed. Use --force without a terminal.`);
        return 1;
      }
      if (!(await this.confirm(`Remove ${count} failed jobs?`, { default: false }))) return 0;
    }
    this.line(`Removed: ${await this.queue.flush()}`);
    return 0;
  }
}

const queueOption = () => Option.String({ name: 'queue', required: false });

/** `queue:pause`: no worker takes jobs of a queue. */
export class QueuePause extends QueueCommand {
  static override paths = [['queue:pause']];
  name = queueOption();

  override async execute(): Promise<void> {
    const name = this.name ?? this.app.config.queue.default;
    await this.queue.pause(name);
    this.line(`Paused: ${printable(name)}. Running jobs go on.`);
  }
}

/** `queue:resume`: workers take jobs of a queue again. */
export class QueueResume extends QueueCommand {
  static override paths = [['queue:resume']];
  name = queueOption();

  override async execute(): Promise<void> {
    const name = this.name ?? this.app.config.queue.default;
    await this.queue.resume(name);
    this.line(`Resumed: ${printable(name)}`);
  }
}
