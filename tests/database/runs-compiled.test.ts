import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runsCompiled } from '../../plugins/database/src/migrations/runs-compiled.ts';
import { withFolder } from './support/application.ts';

const write = async (root: string, ...files: readonly string[]): Promise<void> => {
  for (const file of files) {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), '{}');
  }
};

const runs = (root: string, script: string, execArgv: readonly string[] = []): boolean =>
  runsCompiled(root, { argv: ['node', join(root, script)], execArgv: [...execArgv] });

test('a program is what was started', async () => {
  await withFolder((root) => {
    expect(runs(root, 'dist/main.js')).toBe(true);
    expect(runs(root, 'main.ts')).toBe(false);
    expect(runs(root, 'distant/main.js')).toBe(false);
    expect(runs(root, 'node_modules/jest/bin/jest.js')).toBe(false);
    expect(runsCompiled(root, { argv: ['node'], execArgv: [] })).toBe(false);
    return Promise.resolve();
  });
});

test.each(['node_modules/.bin/taproot', 'node_modules/@taproot/console/bin/taproot.js'])(
  'in the console (%s) it is the bootstrap file that the console takes',
  async (script) => {
    await withFolder(async (root) => {
      await write(root, 'package.json', 'dist/bootstrap/app.js');
      expect(runs(root, script)).toBe(true);
      await write(root, 'bootstrap/app.ts');
      expect(runs(root, script)).toBe(true);
      expect(runs(root, script, ['--import', 'tsx'])).toBe(false);
    });
    await withFolder(async (root) => {
      await write(root, 'package.json', 'dist/bootstrap/app.js', 'bootstrap/app.ts', 'node_modules/tsx/index.js');
      expect(runs(root, script)).toBe(false);
    });
  },
);
