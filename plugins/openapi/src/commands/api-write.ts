import { resolve } from 'node:path';
import { Command, Option } from '@taproot/console/command';
import { FrameworkError } from '@taproot/core';
import { readGenerated, writeGenerated } from '@taproot/core/internal';
import { type ClientText, clientMap, clientNotes, clientTexts, socketTexts } from '../client/client-files.ts';
import { compareDocuments } from '../compare/compare-documents.ts';
import { documentsOf } from '../config.ts';
import { type Described, describeApplication } from '../describe-application.ts';
import { documentText, parseDocument } from '../document/document-file.ts';
import type { JsonObject } from '../json.ts';
import { showChanges } from './show-changes.ts';
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

  renew = Option.Boolean('--renew', false, {
    description: 'Only if there is a document already, and print only what changes',
  });

  override async execute(): Promise<number> {
    const old = await this.#committed();
    if (this.renew && old.size === 0) return 0;
    const described = await this.#described();
    if (described === null) return 0;
    const documents = this.renew ? described.filter(({ settings }) => old.has(settings.file)) : described;
    const { validateDocument } = await import('../document/validate-document.ts');
    for (const { document } of documents) await validateDocument(document);
    const gaps = together(documents.map((each) => each.gaps));
    if (this.strict && gaps.length > 0) {
      for (const line of showGaps(gaps, together(documents.map((each) => each.routes)))) this.line(line);
      this.line(`Nothing was written: ${countGaps(gaps)}.`);
      return 1;
    }
    // Made before anything is written, so that a fault of theirs leaves all files as they were.
    const made = documents.map((each) => {
      const { file, client } = each.settings;
      return {
        ...each,
        texts: [...socketTexts(each.sockets, file, client), ...clientTexts(each.document, file, client)],
      };
    });
    for (const each of made) await this.#write(each, old.get(each.settings.file) ?? null);
    return 0;
  }

  /** The documents; null for `--renew` of code that does not compile: a document of it would lack what its types do not say. */
  async #described(): Promise<readonly Described[] | null> {
    try {
      return await describeApplication(this.app, this.context.root, { isChecked: this.renew });
    } catch (error) {
      if (!this.renew || !(error instanceof FrameworkError) || error.code !== 'E_OPENAPI_CODE') throw error;
      this.line(`${this.app.config.openapi.file} stays as it is. ${error.message}`);
      return null;
    }
  }

  /** For `--renew`, the documents that are there, by their files. */
  async #committed(): Promise<ReadonlyMap<string, JsonObject>> {
    const found = new Map<string, JsonObject>();
    if (!this.renew) return found;
    for (const { file } of documentsOf(this.app.config.openapi)) {
      const text = await readGenerated(resolve(this.context.root, file));
      if (text !== null) found.set(file, parseDocument(file, text));
    }
    return found;
  }

  async #write(
    {
      document,
      gaps,
      handlers,
      settings: { file, client },
      texts,
    }: Described & { readonly texts: readonly ClientText[] },
    old: JsonObject | null,
  ): Promise<void> {
    const stale = await this.#stale([[file, documentText(document)], ...texts]);
    const isNew = stale.some(([name]) => name === file);
    // Said before it is written: `serve --watch` may end this process at any time, and the next run would find nothing to say.
    if (old !== null) {
      const names = stale.map(([name]) => name);
      if (names.length > 0) this.line(`${names.join(', ')} ${names.length === 1 ? 'changes' : 'change'}.`);
      if (isNew) for (const line of showChanges(compareDocuments(old, document), this.style)) this.line(line);
    }
    for (const [name, text] of stale) await writeGenerated(resolve(this.context.root, name), text);
    if (client !== null) {
      const [map, text] = clientMap(document, file, client, handlers, this.context.root);
      await writeGenerated(resolve(this.context.root, map), text);
    }
    if (old !== null) return;
    for (const [name] of stale) if (name !== file) this.line(`${name} is written.`);
    for (const note of clientNotes(document, client)) this.line(note);
    this.line(
      `${file} ${isNew ? 'is written' : 'is up to date'}, with ${countGaps(gaps)}${gaps.length > 0 ? ': npx taproot openapi:gaps lists them' : ''}.`,
    );
  }

  /** The files whose text is not what it should be. */
  async #stale(texts: readonly ClientText[]): Promise<ClientText[]> {
    const found = await Promise.all(
      texts.map(async ([name, text]) =>
        (await readGenerated(resolve(this.context.root, name))) === text ? [] : [name],
      ),
    );
    const names = new Set(found.flat());
    return texts.filter(([name]) => names.has(name));
  }
}
