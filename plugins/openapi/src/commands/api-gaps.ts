import { Command, Option, toJson } from '@taproot/console/command';
import { describeApplication } from '../describe-application.ts';
import { countGaps, showGaps, showLeftOut, together } from './show-gaps.ts';

/** `openapi:gaps`: lists facts that the code does not say, with the place and the fix. */
export class ApiGaps extends Command {
  static override paths = [['openapi:gaps']];

  static override usage = Command.Usage({
    details: 'It shows the place of each, what it costs, and what to write. It exits with 1 when there are any.',
    examples: [
      ['What is missing, and how to say it', 'npx taproot openapi:gaps'],
      ['The rules and gaps of each route, for programs', 'npx taproot openapi:gaps --routes'],
    ],
  });

  json = Option.Boolean('--json', false, { description: 'Print a JSON array, for programs' });
  routes = Option.Boolean('--routes', false, {
    description: 'Print a JSON object: each route with its rules and its gaps, and all gaps. It exits with 0',
  });

  override async execute(): Promise<number> {
    const documents = await describeApplication(this.app, this.context.root);
    const gaps = together(documents.map((each) => each.gaps));
    const leftOut = together(documents.map((each) => each.leftOut));
    const routes = together(documents.map((each) => each.routes));
    if (this.routes) {
      this.line(toJson({ routes, gaps, left_out: leftOut }));
      return 0;
    }
    if (this.json) this.line(toJson(gaps));
    else this.line([...showGaps(gaps, routes), ...showLeftOut(leftOut), `${countGaps(gaps)}.`].join('\n'));
    return gaps.length === 0 ? 0 : 1;
  }
}
