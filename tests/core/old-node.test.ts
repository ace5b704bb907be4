/** @alone replaces a module */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';

const reason = 'Taproot needs Node 20.19 or newer; this is 18.20.8.';

test('D-9: create() says that the version of Node is too old', async () => {
  jest.unstable_mockModule('../../core/src/refuse-old-node.ts', () => ({ oldNode: () => reason }));
  const { setup } = await import('@taproot/core');
  await expect(setup(null).create()).rejects.toMatchObject({ code: 'E_NODE_OLD', message: reason });
});

// A name that a module of Node lacks fails while it links, before any line of ours runs.
test('D-9: the core takes parseEnv, which Node 18 lacks, by no import of its name', () => {
  const source = readFileSync(join(import.meta.dirname, '../../core/src/config/dotenv.ts'), 'utf8');
  expect(source).not.toMatch(/import\s*\{[^}]*parseEnv/);
});
