import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../packages/run.mjs';

const registry = async () =>
  (await run('npm', ['config', 'get', 'registry'], { cwd: import.meta.dirname })).stdout.trim();

/** Package managers: the files that each needs beside dependencies to take every package of ours from its tarball, and its command. */
export const managers = [
  { name: 'npm', files: () => ({}), args: ['install', '--no-audit', '--no-fund'] },
  {
    name: 'pnpm',
    files: (tarballs) => ({ 'pnpm-workspace.yaml': `${JSON.stringify({ packages: ['.'], overrides: tarballs })}\n` }),
    args: ['install', '--ignore-scripts', '--no-frozen-lockfile'],
  },
  {
    name: 'yarn',
    manifest: (tarballs) => ({ resolutions: tarballs }),
    files: () => ({ 'yarn.lock': '' }),
    args: ['install'],
    // Yarn does not read .npmrc.
    variables: async () => ({
      YARN_NODE_LINKER: 'node-modules',
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      YARN_ENABLE_TELEMETRY: '0',
      YARN_NPM_REGISTRY_SERVER: (await registry()).replace(/\/$/, ''),
    }),
  },
  {
    name: 'bun',
    manifest: (tarballs) => ({ overrides: tarballs }),
    files: () => ({}),
    args: ['install', '--ignore-scripts'],
  },
];

/** Programs that `npm ci` in tools/runtimes installs are used if they are there, else those of the path. */
const kept = (name, file) => {
  const path = join(import.meta.dirname, '..', '..', 'tools', 'runtimes', 'node_modules', name, file);
  return existsSync(path) ? path : name;
};

/** Runtimes: how each runs a module. `node` is the one that runs the release. */
export const runtimes = [
  { name: 'node', program: process.execPath, args: [] },
  { name: 'node22', program: kept('node22', 'bin/node'), args: [] },
  { name: 'node24', program: kept('node24', 'bin/node'), args: [] },
  { name: 'bun', program: kept('bun', 'bin/bun'), args: [] },
  { name: 'deno', program: kept('deno', 'deno'), args: ['run', '--allow-all'] },
];

/** The version of a program, or null if it is not installed. */
export const versionOf = async (program, cwd) => {
  try {
    const { stdout } = await run(program, ['--version'], { cwd });
    return /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0] ?? 'unknown';
  } catch {
    return null;
  }
};
