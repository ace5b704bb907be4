import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { findApplication } from '../../plugins/console/src/find-application.ts';
import { loadBoot } from '../../plugins/console/src/load-boot.ts';

let root = '';

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'taproot-')));
  await put('package.json', '{ "type": "module" }');
});

afterEach(() => rm(root, { recursive: true }));

const put = async (file: string, text: string): Promise<string> => {
  const path = join(root, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
};

const found = () => {
  const files = findApplication(root);
  if (files === null) throw new Error('no application was found');
  return files;
};

describe('findApplication', () => {
  test('looks upwards for the nearest bootstrap file', async () => {
    const typescript = await put('bootstrap/app.ts', '');
    await mkdir(join(root, 'app/http'), { recursive: true });
    expect(findApplication(join(root, 'app/http'))).toEqual({ root, typescript, javascript: null });
  });

  test('knows compiled files, in dist and beside the sources', async () => {
    const plain = await put('bootstrap/app.js', '');
    expect(found().javascript).toBe(plain);
    const compiled = await put('dist/bootstrap/app.js', '');
    expect(found().javascript).toBe(compiled);
  });

  test('what was compiled belongs to the application above it', async () => {
    const javascript = await put('dist/bootstrap/app.js', '');
    await mkdir(join(root, 'dist/app/http'), { recursive: true });
    for (const folder of ['dist', 'dist/app', 'dist/app/http'])
      expect(findApplication(join(root, folder))).toEqual({ root, typescript: null, javascript });
  });

  test('a dist that stands alone, or is a package, is an application', async () => {
    await put('dist/bootstrap/app.js', '');
    await put('dist/package.json', '{}');
    expect(findApplication(join(root, 'dist/bootstrap'))?.root).toBe(join(root, 'dist'));
    await rm(join(root, 'dist/package.json'));
    await rm(join(root, 'package.json'));
    expect(findApplication(join(root, 'dist/bootstrap'))?.root).toBe(join(root, 'dist'));
  });

  test('is null where no folder upwards has one', () => {
    expect(findApplication(root)).toBeNull();
  });
});

describe('loadBoot', () => {
  test('imports what was compiled where tsx is not installed', async () => {
    await put('bootstrap/app.ts', 'export const boot = (): never => { throw 0; };');
    await put('dist/bootstrap/app.js', 'export const boot = async () => "compiled";');
    const boot = await loadBoot(found());
    expect(await boot()).toBe('compiled');
  });

  test('has the tsx of the application read its sources, compiled ones or not', async () => {
    await put('node_modules/tsx/package.json', '{ "type": "module", "exports": "./loader.js" }');
    await put('node_modules/tsx/loader.js', 'globalThis.tsxLoaded = true;');
    await put('bootstrap/app.ts', 'export const boot = async (): Promise<unknown> => globalThis.tsxLoaded;');
    await put('dist/bootstrap/app.js', 'export const boot = async () => "compiled";');
    const boot = await loadBoot(found());
    expect(await boot()).toBe(true);
  });

  test('imports the packages of the framework first, because every module behind tsx takes longer', async () => {
    await put('node_modules/tsx/package.json', '{ "type": "module", "exports": "./loader.js" }');
    await put('node_modules/tsx/loader.js', 'globalThis.imported.push("tsx");');
    for (const name of ['@taproot/one', '@taproot/broken', '@taproot/unused', 'other']) {
      await put(`node_modules/${name}/package.json`, '{ "type": "module", "exports": "./index.js" }');
      await put(`node_modules/${name}/index.js`, `globalThis.imported.push("${name}");`);
    }
    await put('node_modules/@taproot/broken/index.js', 'throw new Error("broken");');
    const dependencies = { '@taproot/one': '1', '@taproot/broken': '1', '@taproot/absent': '1', other: '1' };
    await put('package.json', JSON.stringify({ type: 'module', dependencies }));
    await put(
      'bootstrap/app.ts',
      `import '@taproot/one';
import 'other';
export const boot = async (): Promise<unknown> => globalThis.imported;`,
    );
    Object.assign(globalThis, { imported: [] });
    try {
      const boot = await loadBoot(found());
      expect(await boot()).toEqual(['@taproot/one', 'tsx', 'other']);
    } finally {
      Reflect.deleteProperty(globalThis, 'imported');
    }
  });

  test('rejects with what a package of the framework throws that the application imports', async () => {
    await put('node_modules/tsx/package.json', '{ "type": "module", "exports": "./loader.js" }');
    await put('node_modules/tsx/loader.js', '');
    await put('node_modules/@taproot/broken/package.json', '{ "type": "module", "exports": "./index.js" }');
    await put('node_modules/@taproot/broken/index.js', 'throw new Error("broken");');
    await put('package.json', '{ "type": "module", "dependencies": { "@taproot/broken": "1" } }');
    await put('bootstrap/app.ts', "import '@taproot/broken';");
    await expect(loadBoot(found())).rejects.toThrow('broken');
  });

  test('TypeScript alone, without tsx, is an error that tells what to install', async () => {
    await put('bootstrap/app.ts', '');
    await expect(loadBoot(found())).rejects.toMatchObject({
      code: 'E_APPLICATION_TSX',
      fix: expect.stringContaining('npm install --save-dev tsx'),
    });
  });

  test('a bootstrap file without boot() is an error that names the file', async () => {
    const file = await put('bootstrap/app.js', 'export const start = 1;');
    await expect(loadBoot(found())).rejects.toMatchObject({
      code: 'E_APPLICATION_BOOT',
      message: `${relative(process.cwd(), file)} must export a function boot(), but exports start.`,
      fix: expect.stringContaining('export const boot = () => setup(handle).create();'),
    });
  });

  test('a misspelt boot is named, and what to rename it to', async () => {
    await put('bootstrap/app.js', 'export const bot = 1;');
    await expect(loadBoot(found())).rejects.toMatchObject({ fix: 'Rename bot to boot.' });
  });
});
