import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileOutsiders, testOutsiders, unusedBy, usedByOutsiders } from '../../scripts/packages/outsiders.mjs';
import { packageTypes } from '../support/package-types.ts';

const root = join(import.meta.dirname, '..', '..');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

const ours = usedByOutsiders(root);
const theirs = ['@types/node', '@types/ws', 'expect', 'ioredis', 'undici-types', 'ws'];

/** The plugins and the application of strangers, by the bundles of packages and the types of their sources, without packing. */
export const run = async (): Promise<readonly string[]> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'outsiders-')));
  try {
    for (const name of [...ours.map((one) => `@taproot/${one}`), ...theirs]) {
      const link = join(folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), link);
    }
    const files = await compileOutsiders(root, folder, { tsc, paths: await packageTypes() });
    const { passed } = await testOutsiders(root, folder);
    console.log(`${passed} tests of strangers passed`);
    return unusedBy(files, ours).map((name) => `The application does not use ${name}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
