import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, jest } from '@jest/globals';
import { main } from '../../create-taproot/src/main.ts';

export const root = join(import.meta.dirname, '..', '..');

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-taproot-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The template as it is packed; tests/support/programs.mjs makes it. */
export const template = join(root, 'tests', '.tmp', 'template');

let tests = 0;
let place = '';

beforeEach(() => {
  place = mkdtempSync(join(folder, `${tests++}-`));
});

/** A path in the folder of this test. */
export const path = (...segments: string[]): string => join(place, ...segments);

export const text = (...segments: string[]): string => readFileSync(path(...segments), 'utf8');

/** Everything below a folder: files by path, with their content; nothing when there is no such folder. */
export const tree = (from: string): Record<string, string> => {
  if (statSync(from, { throwIfNoEntry: false }) === undefined) return {};
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/[\\/]\.git[\\/]/.test(file))
      .map((file) => [file.slice(from.length + 1), readFileSync(file, 'utf8')]),
  );
};

/** What came of a call of create-taproot. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls create-taproot in the folder of this test. */
export const create = async (...args: string[]): Promise<Outcome> => {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((chunk) => {
      said[name] += String(chunk);
      return true;
    }),
  );
  const cwd = jest.spyOn(process, 'cwd').mockReturnValue(place);
  try {
    return { code: await main(args, template), ...said };
  } finally {
    for (const spy of [...spies, cwd]) spy.mockRestore();
  }
};

/** Without git and without an installation: what most tests want. */
export const make = (...args: string[]): Promise<Outcome> => create('--no-git', '--no-install', ...args);

/** Runs a program of node in a folder; resolves to its exit code and all that it wrote. */
export const run = async (cwd: string, ...args: readonly string[]): Promise<{ code: unknown; output: string }> => {
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, output: (await written).join('') };
};

const program = `import { main } from ${JSON.stringify(pathToFileURL(join(root, 'create-taproot', 'dist', 'main.js')).href)};
process.exitCode = await main(process.argv.slice(1), ${JSON.stringify(template)});`;

/** Starts create-taproot, as it is published, in the folder of this test, in a process of its own. */
export const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...args], {
    cwd: place,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
