import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option, UsageError } from '@taproot/console/command';
import { type AnyPlugin, languageTag } from '@taproot/core/plugin';
import { listFiles } from '../catalog/list-files.ts';
import { LocaleSet } from '../catalog/locale-set.ts';
import { pathOf } from '../catalog/read-file.ts';
import { languagesOf } from '../languages.ts';
import { type Outcome, publishFile } from './publish-file.ts';

/** A language file that a plugin brings. */
export interface OfferedFile {
  readonly locale: string;
  /** Absolute path of the file. */
  readonly source: string;
  /** Path in the application's directory of language files: `de/validation.json`. */
  readonly path: string;
}

/** The language files of all plugins, in plugin order. */
export const offeredFiles = async (plugins: readonly AnyPlugin[]): Promise<OfferedFile[]> => {
  const offered: OfferedFile[] = [];
  for (const { locales } of plugins) {
    const folder = locales?.();
    if (!(folder instanceof URL)) continue;
    const root = fileURLToPath(folder);
    const { files } = await listFiles(root);
    for (const file of files)
      offered.push({ locale: languageTag(file.locale), source: join(root, pathOf(file)), path: pathOf(file) });
  }
  return offered;
};

/** `lang:publish`: copies the plugins' language files into the application. */
export class LangPublish extends Command {
  static override paths = [['lang:publish']];

  static override usage = Command.Usage({
    details: 'A file that was edited is kept, and the command then exits with 1.',
    examples: [
      ['The English texts', 'npx taproot lang:publish'],
      ['German and French ones', 'npx taproot lang:publish --locale de --locale fr'],
      ['Every language, edited files overwritten', 'npx taproot lang:publish --all --force'],
    ],
  });

  force = Option.Boolean('-f,--force', false, { description: 'Overwrite files that were edited' });
  all = Option.Boolean('--all', false, { description: 'Publish every locale there is' });
  locales = Option.Array('--locale', [], { description: 'Publish this locale (default: en); may be repeated' });

  override async execute(): Promise<number> {
    const offered = await offeredFiles(this.app.plugins);
    const wanted = this.#wanted(new LocaleSet(offered.map(({ locale }) => locale)));
    const files = offered.filter(({ locale }) => wanted.includes(locale));
    const outcomes: Outcome[] = [];
    for (const file of files) outcomes.push(await this.#publish(file));
    if (!outcomes.includes('kept')) return 0;
    this.line('Files that were edited are kept; --force overwrites them.');
    return 1;
  }

  async #publish({ source, path }: OfferedFile): Promise<Outcome> {
    const { lang } = this.app.config;
    const outcome = await publishFile(await readFile(source), languagesOf(this.app).directory, path, this.force);
    const color = outcome === 'kept' ? this.style.yellow : this.style.green;
    this.line(`${color(outcome.padEnd('overwritten'.length))}  ${lang.path}/${path}`);
    return outcome;
  }

  #wanted(offered: LocaleSet): readonly string[] {
    if (this.all) return offered.names;
    const asked = this.locales.length === 0 ? ['en'] : this.locales;
    return asked.map((tag) => {
      const name = offered.match(tag) ?? offered.below(tag);
      if (name !== null) return name;
      throw new UsageError(`No plugin brings texts in "${tag}", only in ${offered.names.join(', ')}.`);
    });
  }
}
