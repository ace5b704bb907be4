import { nameOfPackage, sourcesOf } from '../../../architecture/source-tree.ts';
import { cell, inCode, readComment } from './comment.ts';
import { type ConfigKey, configKeys } from './config-keys.ts';
import { type Default, defaultsOf } from './defaults.ts';
import { plugins } from './plugins.ts';

/** The default of a key; `*` is any name that exists by default, with that driver. */
const defaultOf = ({ path, driver }: ConfigKey, defaults: ReadonlyMap<string, Default>): Default | null => {
  const exact = defaults.get(path);
  if (exact !== undefined || !path.includes('*')) return exact ?? null;
  const shape = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`);
  const isOfDriver = (key: string): boolean =>
    driver === null || defaults.get(key.replace(/[^.]+$/, 'driver'))?.value === driver;
  const named = [...defaults].filter(([key]) => shape.test(key) && isOfDriver(key)).map(([, value]) => value);
  const [first = null] = named;
  return named.every(({ value }) => value === first?.value) ? first : null;
};

const show = (value: unknown): string => {
  if (value === undefined) return '';
  if (value === Number.POSITIVE_INFINITY) return '`Infinity`';
  if (typeof value === 'function') return 'a function';
  return value === 'tmpdir()' ? "the system's temporary directory" : inCode(JSON.stringify(value));
};

const row = ({ path, type, doc, driver }: ConfigKey, found: Default | null): string => {
  const variable = found?.variable ?? null;
  const cells = [
    driver === null ? `\`${path}\`` : `\`${path}\` (driver ${driver === 'yours' ? 'of a plugin' : `\`${driver}\``})`,
    inCode(type).replaceAll('|', '\\|'),
    show(found?.value),
    variable === null ? '' : `\`${variable}\``,
    cell(readComment(doc).text),
  ];
  return `| ${cells.join(' | ')} |`;
};

const section = (
  name: string,
  file: string,
  keys: readonly ConfigKey[],
  defaults: ReadonlyMap<string, Default>,
): string =>
  [
    `## ${file}`,
    `\`config/${file}.ts\`, declared by \`${name}\`.`,
    [
      '| Key | Type | Default | Variable | Meaning |',
      '|---|---|---|---|---|',
      ...keys.map((key) => row(key, defaultOf(key, defaults))),
    ].join('\n'),
  ].join('\n\n');

const head = `# Every configuration key

Each plugin declares a configuration file with all its defaults. You override what you need with
[\`defineConfig()\`](../configuration.md). A \`*\` in a key is a name that you choose. A \`Duration\` is seconds as a
number, or a string with a unit, such as \`'15m'\`. This page is made from the types and defaults of the plugins.`;

/** docs/reference/configuration.md, and the keys on it that have no comment. */
export const configurationPage = (
  workspaces: readonly string[],
): { readonly page: string; readonly bare: string[] } => {
  const defaults = new Map(plugins.flatMap((plugin) => [...defaultsOf(plugin)]));
  const files = workspaces.flatMap((workspace) =>
    sourcesOf(workspace)
      .flatMap(configKeys)
      .map((found) => ({ ...found, name: nameOfPackage(workspace) })),
  );
  const sections = files.map(({ name, file, keys }) => section(name, file, keys, defaults));
  const bare = files.flatMap(({ keys }) => keys.filter(({ doc }) => doc === null).map(({ path }) => path));
  return { page: `${[head, ...sections].join('\n\n')}\n`, bare };
};
