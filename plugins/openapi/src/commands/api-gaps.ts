import { Command, Option, toJson } from '@taproot/console/command';
import { describeApplication } from '../describe-application.ts';
import { countGaps, showGaps } from './show-gaps.ts';

/** `api:gaps`: what the code does not say, with the place and the fix. */
export class ApiGaps extends Command {
  static override paths = [['api:gaps']];

  static override usage = Command.Usage({
    details: 'It exits with 1 when there are any.',
    examples: [['What is missing, and how to say it', 'npx taproot api:gaps']],
  });

  json = Option.Boolean('--json', false, { description: 'Print a JSON array, for programs' });

  override async execute(): Promise<number> {
    const { gaps } = await describeApplication(this.app, this.context.root);
    if (this.json) this.line(toJson(gaps));
    else for (const line of [...showGaps(gaps), `${countGaps(gaps)}.`]) this.line(line);
    return gaps.length === 0 ? 0 : 1;
  }
}
