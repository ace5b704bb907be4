import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, serve } from '../packages/run.mjs';
import { runtimes, versionOf } from './managers.mjs';
import { outcome } from './outcome.mjs';

const variables = {
  NODE_ENV: 'production',
  APP_ENV: 'production',
  APP_KEY: 'a key of this check, and of nothing else: 0123456789',
};

const ask = async (url) => {
  const text = await (await fetch(`${url}/api`)).text();
  if (!text.startsWith('{"name":')) throw new Error(`Error: /api answered ${text}`);
};

/** Makes an application with the packed create-taproot, installs and compiles it, and serves it on each runtime. */
export const tryScaffold = async (place, { tarballs, createTaproot }) => {
  const tool = join(place, 'scaffold');
  mkdirSync(tool);
  writeFileSync(join(tool, 'package.json'), JSON.stringify({ name: 'tool', private: true }));
  const made = await outcome(async () => {
    await run('npm', ['install', '--no-audit', '--no-fund', createTaproot], { cwd: tool });
    const bin = join(tool, 'node_modules', '.bin', 'create-taproot');
    const options = ['shop', '--packages', tarballs, '--starter', 'api', '--parts', 'database', '--no-git', '--yes'];
    await run(bin, options, { cwd: tool });
    await run('npm', ['run', 'build'], { cwd: join(tool, 'shop') });
  });
  const rows = [{ runtime: 'made and compiled', version: '', scaffold: made }];
  if (made.startsWith('NO')) return rows;
  for (const { name, program, args } of runtimes) {
    const version = await versionOf(program, tool);
    const scaffold =
      version === null
        ? 'skipped'
        : await outcome(() => serve(program, [...args, 'dist/main.js'], { cwd: join(tool, 'shop'), variables }, ask));
    rows.push({ runtime: name, version: version ?? 'not installed', scaffold });
  }
  return rows;
};
