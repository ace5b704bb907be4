import { Command, Option, oneOf, printable, wholeNumber } from '@taproot/console/command';

/** `webhook:list`: the deliveries, the latest first. */
export class WebhookList extends Command {
  static override paths = [['webhook:list']];
  static override usage = Command.Usage({
    details: 'Bodies are shown only with --json: they may contain personal data.',
    examples: [
      ['Those that failed', 'npx taproot webhook:list --state failed'],
      ['Of one endpoint, for another program', 'npx taproot webhook:list --endpoint ep_... --json'],
    ],
  });

  endpoint = Option.String('--endpoint', { description: 'Only of this endpoint' });
  state = Option.String('--state', {
    description: 'Only waiting, done, failed or held ones',
    validator: oneOf('waiting', 'done', 'failed', 'held'),
  });
  limit = Option.String('--limit', '100', {
    description: 'How many, the latest first',
    validator: wholeNumber({ min: 1, max: 10_000 }),
  });
  json = Option.Boolean('--json', false, { description: 'Print JSON, for programs' });

  override async execute(): Promise<void> {
    const { endpoint, state, limit } = this;
    const where = { ...(endpoint === undefined ? {} : { endpoint }), ...(state === undefined ? {} : { state }), limit };
    const found = await this.app.facades.Webhooks().deliveries(where);
    if (this.json) return this.line(JSON.stringify(found, null, 2));
    if (found.length === 0) return this.line('No webhook was sent.');
    const rows = found.map(({ id, type, state: now, attempt, status, error, createdAt }) => [
      id,
      printable(type),
      now,
      String(attempt),
      status === null ? printable(error ?? '') : String(status),
      new Date(createdAt).toISOString(),
    ]);
    this.table([['id', 'type', 'state', 'attempts', 'last answer', 'sent'], ...rows]);
  }
}

/** `webhook:replay`: sends webhooks once more. */
export class WebhookReplay extends Command {
  static override paths = [['webhook:replay']];
  static override usage = Command.Usage({
    details: 'They keep their id, so a receiver that got one already can tell.',
    examples: [['One', 'npx taproot webhook:replay msg_01a21add-af0c-7000-8d9d-5507a5549b0a']],
  });

  static rest = 'id';
  ids = Option.Rest();

  override async execute(): Promise<number> {
    if (this.ids.length === 0) {
      this.line('Name the ids of webhooks; `npx taproot webhook:list` has them.');
      return 2;
    }
    for (const id of this.ids) await this.app.facades.Webhooks().replay(id);
    this.line(`Sent again: ${this.ids.length}`);
    return 0;
  }
}

/** `webhook:resume`: sends the webhooks of a paused endpoint. */
export class WebhookResume extends Command {
  static override paths = [['webhook:resume']];
  static override usage = Command.Usage({
    examples: [['An endpoint', 'npx taproot webhook:resume ep_01a21add-af0c-7000-8d9d-5507a5549b0a']],
  });

  id = Option.String({ name: 'id' });

  override async execute(): Promise<void> {
    this.line(`Resumed. Webhooks that were held: ${await this.app.facades.Webhooks().resume(this.id)}`);
  }
}
