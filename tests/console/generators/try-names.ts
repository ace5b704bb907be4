import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SourceFile } from '../../../plugins/dev/src/generator/source-file.ts';
import { Scratch } from '../../docs/support/scratch.ts';
import { Sandbox } from './support.ts';

/** Every generator, and where its files may lie. */
const generators: Readonly<Record<string, RegExp>> = {
  'make:request': /^app\/http\/requests\//,
  'make:rule': /^app\/rules\//,
  'make:filter': /^app\/filters\//,
  'make:controller': /^app\/http\/controllers\//,
  'make:middleware': /^app\/http\/middleware\//,
  'make:command': /^app\/console\/commands\//,
  'make:policy': /^app\/policies\//,
  'make:plugin': /^app\/plugins\/|^tests\/plugins\//,
  'make:test': /^tests\//,
};

const lists = /^bootstrap\/(?:app|rules|filters|commands|policies|plugins)\.ts$/;

// What the sources of the applications import; the generators get it compiled along with theirs.
const application = {
  'package.json': '{ "name": "garden", "type": "module" }\n',
  'app/facades.ts': `import { createFacades } from '@taproot/core';

export const handle = createFacades();
`,
  'bootstrap/app.ts': `import { type SetupOptions, setup } from '@taproot/core';
import { handle } from '../app/facades.ts';
import { plugins } from './plugins.ts';

export const boot = (options: SetupOptions = {}) =>
  setup(handle, { basePath: import.meta.url, ...options })
    .withPlugins(plugins)
    .create();
`,
  'bootstrap/plugins.ts': `import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';

export const plugins = [consoleKernel(), routing(), lang(), validation(), auth()];
`,
  'app/rules/kept.ts': '// kept\n',
  'app/filters/kept.ts': '// kept\n',
  'app/http/requests/kept.ts': '// kept\n',
};

/** What came of many names. */
export interface Trial {
  readonly tried: number;
  readonly written: number;
  readonly refused: number;
  /** What should never be: each with the command that did it. */
  readonly faults: readonly string[];
}

type Tree = Readonly<Record<string, string>>;

const readTree = (folder: string): Tree =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );

const parses = (text: string): boolean => {
  try {
    SourceFile.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What a generator changed that is not its own. */
const strays = (before: Tree, after: Tree, home: RegExp): string[] => {
  const mayChange = (file: string): boolean => {
    const [application, ...path] = file.split('/');
    const within = path.join('/');
    return application === 'garden' && (lists.test(within) || (home.test(within) && !(file in before)));
  };
  const changed = Object.keys(after).filter((file) => after[file] !== before[file] && !mayChange(file));
  const removed = Object.keys(before).filter((file) => !(file in after));
  return [...changed.map((file) => `changed ${file}`), ...removed.map((file) => `removed ${file}`)];
};

/** Gives every name to every generator in one application, then compiles all that came of it. */
export const tryNames = async (names: readonly string[]): Promise<Trial> => {
  const scratch = await Scratch.create();
  await scratch.write('outside/kept.ts', '// kept\n');
  const sandbox = await Sandbox.create(application, scratch.path('garden'));
  symlinkSync(scratch.path('outside'), sandbox.path('app/http/requests/out'));
  const faults: string[] = [];
  const count = { tried: 0, written: 0, refused: 0 };
  try {
    for (const [command, home] of Object.entries(generators)) {
      const before = readTree(scratch.folder);
      for (const name of names) {
        const { code, output } = await sandbox.run(command, '--', name);
        count.tried++;
        count[code === 0 ? 'written' : 'refused']++;
        const expected = code === 0 ? /^created / : /^E_(?:GENERATE_\w+|COMMAND_USAGE): /;
        if (!expected.test(output)) faults.push(`${command} ${JSON.stringify(name)} exited with ${code}: ${output}`);
      }
      faults.push(...strays(before, readTree(scratch.folder), home).map((stray) => `${command} ${stray}`));
    }
    for (const [file, text] of Object.entries(readTree(scratch.folder)))
      if (file.endsWith('.ts') && !parses(text)) faults.push(`${file} does not parse`);
    const complaints = await scratch.compile();
    if (complaints !== '') faults.push(...complaints.split(/\n(?=\S)/));
  } finally {
    await sandbox.remove();
    await scratch.remove();
  }
  return { ...count, faults };
};
