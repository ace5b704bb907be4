import { join } from 'node:path';
import type { Choices } from './choices.ts';
import { errors } from './errors.ts';
import { extras } from './extras.ts';
import { type Files, readFolder } from './read-folder.ts';

const change = (files: Files, path: string, by: (text: string) => string): void => {
  files.set(path, Buffer.from(by(files.get(path)?.toString() ?? '')));
};

const before = (text: string, path: string, anchor: string, added: string): string => {
  const at = text.indexOf(anchor);
  if (at === -1) throw errors.E_TEMPLATE(path, `it must contain ${JSON.stringify(anchor)}`);
  return text.slice(0, at) + added + text.slice(at);
};

/** The module that a line imports. */
const sourceOf = (line: string): string => /'(.+)'/.exec(line)?.[1] ?? '';

/** The imports of a file that `isMember` picks, with further ones, sorted by module; and the file without them. */
const withImports = (text: string, isMember: (line: string) => boolean, added: readonly string[]) => {
  const lines = text.split('\n');
  const imports = [...lines.filter(isMember), ...added].sort((a, b) => (sourceOf(a) < sourceOf(b) ? -1 : 1));
  return { imports: `${imports.join('\n')}\n`, others: lines.filter((line) => !isMember(line)).join('\n') };
};

/** bootstrap/plugins.ts with further plugins: its imports of Taproot packages come first, and are sorted. */
const withPlugins = (text: string, wanted: Readonly<Record<string, string>>): string => {
  const missing = Object.entries(wanted).filter(([name]) => !text.includes(`'@taproot/${name}'`));
  const added = missing.map(([name, plugin]) => `import { ${plugin} } from '@taproot/${name}';`);
  const { imports, others } = withImports(text, (line) => / from '@taproot\/\w+';$/.test(line), added);
  const calls = missing.map(([, plugin]) => `  ${plugin}(),\n`).join('');
  return before(imports + others, 'bootstrap/plugins.ts', '  ...development,\n', calls);
};

/** bootstrap/config.ts with further files of config/, by their names; its imports are sorted. */
const withConfig = (text: string, names: readonly string[]): string => {
  const added = names.map((name) => `import { ${name} } from '../config/${name}.ts';`);
  const { imports, others } = withImports(text, (line) => line.startsWith('import '), added);
  return before(imports + others, 'bootstrap/config.ts', '};\n', names.map((name) => `  ${name},\n`).join(''));
};

/** .env with the sender of mails, which every mail needs. */
const withSender = (text: string): string => `${text.trimEnd()}\n\nMAIL_FROM=app@example.com\n`;

/** bootstrap/app.ts with the step that lists what runs at fixed times; the imports of its own folder stay sorted. */
const withSchedule = (text: string): string => {
  const path = 'bootstrap/app.ts';
  const added = "import { entries } from './schedule.ts';";
  const { imports, others } = withImports(text, (line) => / from '\.\/[\w-]+\.ts';$/.test(line), [added]);
  const imported = before(others, path, '\n/** Builds the application.', imports);
  return before(imported, path, '    .create();\n', '    .withSchedule(entries)\n');
};

/** Adds the plugins, the files and the lines in README.md of the chosen extras. */
export const addExtras = (files: Files, template: string, { extras: chosen, parts }: Choices): void => {
  if (chosen.length === 0) return;
  const added = chosen.flatMap((name) => [...readFolder(join(template, 'with', name))]);
  const hasDatabase = parts.includes('database');
  for (const [path, content] of added) if (hasDatabase || !path.startsWith('database/')) files.set(path, content);
  const config = added.flatMap(([path]) => /^config\/(\w+)\.ts$/.exec(path)?.[1] ?? []);
  change(files, 'bootstrap/config.ts', (text) => withConfig(text, config));
  const plugins = Object.assign({}, ...chosen.map((name) => extras[name].plugins)) as Record<string, string>;
  change(files, 'bootstrap/plugins.ts', (text) => withPlugins(text, plugins));
  if (chosen.includes('schedule')) change(files, 'bootstrap/app.ts', withSchedule);
  if (chosen.includes('mail')) for (const path of ['.env.example', '.env.testing']) change(files, path, withSender);
  const lines = chosen.map((name) => `- ${extras[name].line}\n`).join('');
  change(files, 'README.md', (text) => `${text.trimEnd()}\n\n## Also in it\n\n${lines}`);
};
