import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openReader } from '../../plugins/openapi/src/reader/open-reader.ts';

const withVersion = async (version: string | null, work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-typescript-'));
  try {
    await writeFile(join(folder, 'package.json'), '{}');
    if (version !== null) {
      await mkdir(join(folder, 'node_modules', 'typescript'), { recursive: true });
      const manifest = JSON.stringify({ name: 'typescript', version });
      await writeFile(join(folder, 'node_modules/typescript/package.json'), manifest);
    }
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const open = (folder: string) => openReader({ folder, config: join(folder, 'tsconfig.json') }, new Map());

test('an application without TypeScript is E_API_COMPILER, with the command that installs it', async () => {
  await withVersion(null, async (folder) => {
    await expect(open(folder)).rejects.toMatchObject({
      code: 'E_API_COMPILER',
      message: expect.stringContaining('TypeScript is not installed'),
      fix: expect.stringContaining('npm install --save-dev typescript'),
    });
  });
});

test.each(['5.9.3', '6.0.1', '7.1.0', '8.0.0'])(
  'TypeScript %s, which has no adapter, is E_API_COMPILER',
  async (version) => {
    await withVersion(version, async (folder) => {
      await expect(open(folder)).rejects.toMatchObject({
        code: 'E_API_COMPILER',
        message: expect.stringContaining(`no adapter for TypeScript ${version}`),
        fix: expect.stringContaining('7.0'),
      });
    });
  },
);
