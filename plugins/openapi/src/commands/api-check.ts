import { resolve } from 'node:path';
import { Command } from '@taproot/console/command';
import { compareDocuments } from '../compare/compare-documents.ts';
import { describeApplication } from '../describe-application.ts';
import { documentText, parseDocument, readText } from '../document/document-file.ts';

/** `api:check`: whether the committed document is what the code says. */
export class ApiCheck extends Command {
  static override paths = [['api:check']];

  static override usage = Command.Usage({
    details:
      'It exits with 1 when the document is not the one that api:write would write, so that a build can stop for it.',
    examples: [['What changed since the document was committed', 'npx taproot api:check']],
  });

  override async execute(): Promise<number> {
    const { file } = this.app.config.openapi;
    const [committed, { document }] = await Promise.all([
      readText(resolve(this.context.root, file)),
      describeApplication(this.app, this.context.root),
    ]);
    if (committed === documentText(document)) {
      this.line(`${file} says what the code says.`);
      return 0;
    }
    if (committed === null) this.line(`There is no ${file}.`);
    else this.#show(file, compareDocuments(parseDocument(file, committed), document));
    this.line('Run `npx taproot api:write`, and commit the file.');
    return 1;
  }

  #show(file: string, changes: ReturnType<typeof compareDocuments>): void {
    this.line(`${file} does not say what the code says.`);
    if (changes.length === 0) this.line('Only texts, or the order of things, changed.');
    for (const { breaking, text } of changes)
      this.line(`${breaking ? this.style.red('breaking') : this.style.green('additive')}  ${text}`);
  }
}
