import { settingPlace } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import { isSecretEntry, maskSecrets } from '@taproot/masking';
import { Command, Option, UsageError } from '../command/index.ts';
import { formatTable } from '../output/format-table.ts';
import { printable, toJson } from '../output/printable.ts';

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{ a: { b: 1 } }` as `a.b` = 1; lists and empty objects are values. */
const flatten = (path: string, value: unknown): [path: string, value: unknown][] =>
  isBranch(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, inner]) => flatten(path === '' ? key : `${path}.${key}`, inner))
    : [[path, value]];

const shown = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value));

/** `config:show`: the current configuration, of all files, of one file, or below one key. */
export class ConfigShow extends Command {
  static override paths = [['config:show']];

  static override usage = Command.Usage({
    details:
      'Defaults, configuration files and the environment as they have come together. What has the name of a secret\n' +
      '(password, secret, key, token ...) and passwords within URLs are masked. Behind a value is who set it:\n' +
      'withConfig() for your files, cors() for the argument of a plugin; nothing for a default.',
    examples: [
      ['Everything', 'npx taproot config:show'],
      ['One file', 'npx taproot config:show http'],
      ['What lies below one key', 'npx taproot config:show http.upload --json'],
    ],
  });

  key = Option.String({ name: 'file[.key]', required: false });
  json = Option.Boolean('--json', false, { description: 'Print JSON, for programs' });

  override async execute(): Promise<void> {
    const value = this.#selected();
    if (this.json) return this.line(toJson(value));
    if (this.key !== undefined && !isBranch(value)) return this.line(printable(shown(value)));
    const files =
      this.key === undefined && isBranch(value) ? Object.entries(value) : [[this.key ?? '', value] as const];
    const rows = files.map(([file, inner]) => [file, flatten('', inner)] as const);
    // One column for the keys of all files.
    const table = formatTable(
      rows.flatMap(([, keys]) => keys.map(([key, inner]) => [key, shown(inner) ?? ''])),
      [this.style.dim],
    );
    for (const [index, [file, keys]] of rows.entries()) {
      if (index > 0) this.line();
      this.line(this.style.green(printable(file)));
      for (const [at, line] of table.splice(0, keys.length).entries())
        this.line(`  ${line}${this.#place(file, keys[at]?.[0] ?? '')}`);
    }
  }

  /** Where a setting was written, behind its value; empty for a default. */
  #place(file: string, key: string): string {
    const path = [...file.split('.'), ...key.split('.')].filter((part) => part !== '');
    const place = settingPlace(this.app, path);
    return place === null ? '' : `  ${this.style.dim(printable(place))}`;
  }

  /** The value at the path, masked. An unknown key is an error that suggests the nearest one. */
  #selected(): unknown {
    let value: unknown = { ...this.app.config };
    let secret = false;
    for (const [depth, key] of (this.key?.split('.') ?? []).entries()) {
      if (!isBranch(value) || !Object.hasOwn(value, key)) {
        const where = this.key?.split('.').slice(0, depth).join('.');
        const place = where === '' ? 'The configuration' : `${where}`;
        throw new UsageError(`${place} has no "${key}".${didYouMean(key, isBranch(value) ? Object.keys(value) : [])}`);
      }
      value = value[key];
      secret ||= isSecretEntry(key, value);
    }
    return maskSecrets(value, secret);
  }
}
