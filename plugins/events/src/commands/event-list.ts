import { Command, Option, printable } from '@taproot/console/command';
import type { Listener } from '../listener.ts';

const runsWhen = ({ queued, afterCommit }: Listener): string => {
  if (queued !== null) return queued.queue === null ? 'queue' : `queue ${queued.queue}`;
  return afterCommit ? 'after the commit' : 'in the transaction';
};

/** `event:list`: the events that have listeners, and these in the order in which they run. */
export class EventList extends Command {
  static override paths = [['event:list']];
  static override usage = Command.Usage({
    details: 'Events without a listener are not listed: nothing happens when they are dispatched.',
    examples: [
      ['Every event', 'npx taproot event:list'],
      ['For another program', 'npx taproot event:list --json'],
    ],
  });

  json = Option.Boolean('--json', false, { description: 'Print JSON, for programs' });

  override async execute(): Promise<void> {
    const rows = this.app.facades
      .Event()
      .listeners()
      .map((one) => ({ event: one.event.name, listener: one.name, runs: runsWhen(one), place: String(one.place) }));
    if (this.json) return this.line(JSON.stringify(rows, null, 2));
    if (rows.length === 0) return this.line('No event has a listener. Register listeners with withListeners().');
    const lines = rows.map(({ event, listener, runs, place }) => [event, listener, runs, place].map(printable));
    this.table([['event', 'listener', 'runs', 'declared at'], ...lines]);
  }
}
