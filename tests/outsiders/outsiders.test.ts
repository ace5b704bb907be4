import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compileOutsiders, filesOfApplication, testOutsiders } from '../../scripts/packages/outsiders.mjs';
import { packageTypes } from '../support/package-types.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'outsiders-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every package but Fastify's: nothing here may need it. */
const ours = ['core', ...readdirSync(join(root, 'plugins'))].filter((name) => name !== 'fastify');
const theirs = ['@types/node', '@types/ws', 'expect', 'ioredis', 'undici-types', 'ws'];

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

// Packed they are tested by scripts/check-packages.mjs; here by the same bundles, with the types of the sources as they are.
beforeAll(async () => {
  for (const name of [...ours.map((one) => `@taproot/${one}`), ...theirs]) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  await compileOutsiders(root, folder, { tsc, paths: await packageTypes() });
}, 240_000);

test('the application uses every package but Fastify, whose types it does not need', async () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'shop', 'package.json'), 'utf8'));
  const listed = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@taproot/'));
  expect(listed.toSorted()).toEqual(ours.map((name) => `@taproot/${name}`).toSorted());
  const files = await filesOfApplication(folder, tsc);
  for (const name of ours) expect(files.some((file) => file.endsWith(`/${name}/src/index.d.ts`))).toBe(true);
  expect(files.filter((file) => file.includes('/fastify/'))).toEqual([]);
});

test('their own tests pass', async () => {
  const output = await testOutsiders(root, folder);
  expect(output).toContain('# fail 0');
  expect(Number(/^# pass (\d+)$/m.exec(output)?.[1])).toBeGreaterThan(200);
}, 240_000);
