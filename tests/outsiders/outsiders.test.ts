import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { outsidersOf, usedByOutsiders } from '../../scripts/packages/outsiders.mjs';

const root = join(import.meta.dirname, '..', '..');

// They are compiled and tested by scripts/check-packages.mjs, from packed packages, and by `npm run test:long -- outsiders`.
test('the application lists every package but Fastify, Koa and what others bring, and every plugin of a stranger', () => {
  const plugins = outsidersOf(root).filter((name) => name !== 'shop');
  const manifest = readFileSync(join(import.meta.dirname, 'shop', 'package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(manifest);
  const listed = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.includes('taproot'));
  const ours = [...usedByOutsiders(root), 'dev'].map((name) => `@taproot/${name}`);
  const all = [...ours, ...plugins.map((name) => `taproot-${name}`)];
  expect(listed.toSorted()).toEqual(all.toSorted());
});
