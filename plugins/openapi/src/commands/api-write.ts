import { resolve } from 'node:path';
import { Command, Option } from '@taproot/console/command';
import { writeGenerated } from '@taproot/core/internal';
import { clientTexts } from '../client/client-files.ts';
import { type Described, describeApplication } from '../describe-application.ts';
import { documentText } from '../document/document-file.ts';
import { countGaps, showGaps, together } from './show-gaps.ts';

/** `openapi:write`: writes all documents, or nothing. */
export class ApiWrite extends Command {
  static override paths = [['openapi:write']];

  static override usage = Command.Usage({
    details: 'It reads routes, rules and types with the TypeScript of the application. Commit the file that it writes.',
    examples: [
      ['Write the document', 'npx taproot openapi:write'],
      ['Write nothing unless the code says everything', 'npx taproot openapi:write --strict'],
    ],
  });

  strict = Option.Boolean('--strict', false, { description: 'Write nothing, and exit with 1, when there are gaps' });

  override async execute(): Promise<number> {
    const documents = await describeApplication(this.app, this.context.root);
    const { validateDocument } = await import('../document/validate-document.ts');
    for (const { document } of documents) await validateDocument(document);
    const gaps = together(documents.map((each) => each.gaps));
    if (this.strict && gaps.length > 0) {
      for (const line of showGaps(gaps, together(documents.map((each) => each.routes)))) this.line(line);
      this.line(`Nothing was written: ${countGaps(gaps)}.`);
      return 1;
    }
    for (const described of documents) await this.#write(described);
    return 0;
  }

  async #write({ document, gaps, settings: { file, client } }: Described): Promise<void> {
    const isNew = await writeGenerated(resolve(this.context.root, file), documentText(document));
    for (const [beside, text] of clientTexts(document, file, client))
      if (await writeGenerated(resolve(this.context.root, beside), text)) this.line(`${beside} is written.`);
    this.line(
      `${file} ${isNew ? 'is written' : 'is up to date'}, with ${countGaps(gaps)}${gaps.length > 0 ? ': npx taproot openapi:gaps lists them' : ''}.`,
    );
  }
}
