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

/** bootstrap/plugins.ts with further plugins: its imports of Taproot packages come first, and are sorted. */
const withPlugins = (text: string, wanted: Readonly<Record<string, string>>): string => {
  const missing = Object.entries(wanted).filter(([name]) => !text.includes(`'@taproot/${name}'`));
  const lines = text.split('\n');
  const isOwn = (line: string): boolean => / from '@taproot\/\w+';$/.test(line);
  const added = missing.map(([name, plugin]) => `import { ${plugin} } from '@taproot/${name}';`);
  const key = (line: string): string => /'(.+)'/.exec(line)?.[1] ?? '';
  const imports = [...lines.filter(isOwn), ...added].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const whole = [...imports, ...lines.filter((line) => !isOwn(line))].join('\n');
  const calls = missing.map(([, plugin]) => `  ${plugin}(),\n`).join('');
  return before(whole, 'bootstrap/plugins.ts', '  ...development,\n', calls);
};

/** bootstrap/app.ts with the step that lists what runs at fixed times. */
const withSchedule = (text: string): string => {
  const path = 'bootstrap/app.ts';
  const imported = before(text, path, '\n/** Builds the application.', "import { entries } from './schedule.ts';\n");
  return before(imported, path, '    .create();\n', '    .withSchedule(entries)\n');
};

/** Adds the plugins, the files and the lines in README.md of the chosen extras. */
export const addExtras = (files: Files, template: string, { extras: chosen, parts }: Choices): void => {
  if (chosen.length === 0) return;
  for (const name of chosen) {
    const added = [...readFolder(join(template, 'with', name))];
    for (const [path, content] of added)
      if (!path.startsWith('database/') || parts.includes('database')) files.set(path, content);
  }
  const plugins = Object.assign({}, ...chosen.map((name) => extras[name].plugins)) as Record<string, string>;
  change(files, 'bootstrap/plugins.ts', (text) => withPlugins(text, plugins));
  if (chosen.includes('schedule')) change(files, 'bootstrap/app.ts', withSchedule);
  const lines = chosen.map((name) => `- ${extras[name].line}\n`).join('');
  change(files, 'README.md', (text) => `${text.trimEnd()}\n\n## Also in it\n\n${lines}`);
};
