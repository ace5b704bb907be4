import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { workspaces } from './supply-chain.ts';

const root = join(import.meta.dirname, '..', '..');

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly description?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const manifestOf = (workspace: string): Manifest =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));

const published = workspaces().filter((workspace) => manifestOf(workspace).private !== true);

test.each(published)('%s says its licence and what it is', (workspace) => {
  const { license, description } = manifestOf(workspace);
  expect({ license, described: (description ?? '').length > 20 }).toEqual({ license: 'MIT', described: true });
});

test.each(published)('%s gets a README and the LICENSE when it is packed, and loses them afterwards', (workspace) => {
  const { prepack, postpack } = manifestOf(workspace).scripts ?? {};
  expect(prepack).toMatch(/scripts\/packages\/pages\.mjs$/);
  expect(postpack).toMatch(/scripts\/packages\/pages\.mjs --remove$/);
});

test('the pages name the package, and a README of its own stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'package-pages-'));
  const write = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'scripts', 'packages', 'pages.mjs'), ...args], { cwd: folder });
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: '@taproot/auth', description: 'Who is who' }));
    await write();
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('# @taproot/auth');
    await write('--remove');
    expect(readdirSync(folder)).toEqual(['package.json']);
    await writeFile(join(folder, 'README.md'), '# Mine');
    await write();
    await write('--remove');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('# Mine');
  } finally {
    await rm(folder, { recursive: true });
  }
});
