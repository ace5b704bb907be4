import { resolve } from 'node:path';
import { Command } from '@taproot/console/command';
import { readGenerated } from '@taproot/core/internal';
import { clientTexts, socketTexts } from '../client/client-files.ts';
import { compareDocuments } from '../compare/compare-documents.ts';
import { type Described, describeApplication } from '../describe-application.ts';
import { documentText, parseDocument } from '../document/document-file.ts';
import { showChanges } from './show-changes.ts';

/** `openapi:check`: checks whether the committed documents match the code. */
export class ApiCheck extends Command {
  static override paths = [['openapi:check']];

  static override usage = Command.Usage({
    details:
      'It exits with 1 when the document is not the one that openapi:write would write, so that a build can stop for it.',
    examples: [['What changed since the document was committed', 'npx taproot openapi:check']],
  });

  override async execute(): Promise<number> {
    const documents = await describeApplication(this.app, this.context.root);
    let code = 0;
    for (const described of documents) if (!(await this.#isCommitted(described))) code = 1;
    return code;
  }

  async #isCommitted({ document, sockets, settings: { file, client } }: Described): Promise<boolean> {
    const committed = await readGenerated(resolve(this.context.root, file));
    if (committed === documentText(document)) {
      const old = await this.#oldOf([...socketTexts(sockets, file, client), ...clientTexts(document, file, client)]);
      if (old.length === 0) {
        this.line(`${file} says what the code says.`);
        return true;
      }
      this.line(`${old.join(' and ')} ${old.length === 1 ? 'is' : 'are'} not what openapi:write would write.`);
      this.line('Run `npx taproot openapi:write`, and commit the files.');
      return false;
    }
    if (committed === null) this.line(`There is no ${file}.`);
    else this.#show(file, compareDocuments(parseDocument(file, committed), document));
    this.line('Run `npx taproot openapi:write`, and commit the file.');
    return false;
  }

  /** Files that differ or are missing. */
  async #oldOf(texts: ReturnType<typeof clientTexts>): Promise<string[]> {
    const old = await Promise.all(
      texts.map(async ([file, text]) =>
        (await readGenerated(resolve(this.context.root, file))) === text ? [] : [file],
      ),
    );
    return old.flat();
  }

  #show(file: string, changes: ReturnType<typeof compareDocuments>): void {
    this.line(`${file} does not say what the code says.`);
    for (const line of showChanges(changes, this.style)) this.line(line);
  }
}
