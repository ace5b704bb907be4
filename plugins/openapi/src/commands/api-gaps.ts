import { Command, Option, toJson } from '@taproot/console/command';
import { describeApplication } from '../describe-application.ts';
import { countGaps, showGaps, showLeftOut } from './show-gaps.ts';

/** `api:gaps`: what the code does not say, with the place and the fix. */
export class ApiGaps extends Command {
  static override paths = [['api:gaps']];

  static override usage = Command.Usage({
    details: 'It exits with 1 when there are any.',
    examples: [['What is missing, and how to say it', 'npx taproot api:gaps']],
  });

  json = Option.Boolean('--json', false, { description: 'Print a JSON array, for programs' });

  override async execute(): Promise<number> {
    const { gaps, leftOut } = await describeApplication(this.app, this.context.root);
    if (this.json) this.line(toJson(gaps));
    else this.line([...showGaps(gaps), ...showLeftOut(leftOut), `${countGaps(gaps)}.`].join('\n'));
    return gaps.length === 0 ? 0 : 1;
  }
}
