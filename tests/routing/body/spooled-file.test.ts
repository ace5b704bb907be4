import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { checkSpool, fileReason, processUser } from '../../../plugins/routing/src/body/spool.ts';
import { SpooledFile } from '../../../plugins/routing/src/body/spooled-file.ts';
import { type Served, serve } from '../../support/serve.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const root = temporaryDirectory();
let count = 0;
let folder = '';
let file: SpooledFile;

beforeEach(async () => {
  count += 1;
  folder = join(root, String(count), 'stored');
  const path = join(root, `spooled-${count}`);
  await writeFile(path, '%PDF-1.7');
  file = new SpooledFile({ field: 'cv', name: 'My CV.PHP', type: 'application/x-php', path, size: 8 });
});

describe('an uploaded file', () => {
  test('knows what the client said apart from what it is', async () => {
    expect([file.clientName(), file.clientExtension(), file.clientMimeType()]).toEqual([
      'My CV.PHP',
      'php',
      'application/x-php',
    ]);
    expect([await file.mimeType(), await file.extension()]).toEqual(['application/pdf', 'pdf']);
    expect(await file.hashName()).toMatch(/^[0-9a-f]{32}\.pdf$/);
    expect(await file.hashName()).toBe(await file.hashName());
    expect([(await file.bytes()).toString(), await text(file.stream())]).toEqual(['%PDF-1.7', '%PDF-1.7']);
  });

  test('store() moves it under a random name into a directory made for it', async () => {
    const spooled = file.path;
    const path = await file.store(folder);
    expect(path).toBe(join(folder, await file.hashName()));
    expect(await readFile(path, 'utf8')).toBe('%PDF-1.7');
    await expect(stat(spooled)).rejects.toMatchObject({ code: 'ENOENT' });
    expect([file.path, (await file.bytes()).toString()]).toEqual([path, '%PDF-1.7']);
  });

  test('stored twice it lies in both places', async () => {
    await file.storeAs(folder, 'one.pdf');
    await file.storeAs(folder, 'two.pdf');
    expect((await readdir(folder)).sort()).toEqual(['one.pdf', 'two.pdf']);
  });

  test('storeAs() leaves an existing file alone, unless it is told to overwrite', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'cv.pdf'), 'old');
    await expect(file.storeAs(folder, 'cv.pdf')).rejects.toMatchObject({ code: 'E_UPLOAD_EXISTS', status: 409 });
    expect(await readFile(join(folder, 'cv.pdf'), 'utf8')).toBe('old');
    await file.storeAs(folder, 'cv.pdf', { overwrite: true });
    expect(await readFile(join(folder, 'cv.pdf'), 'utf8')).toBe('%PDF-1.7');
  });

  test('store() into a forbidden folder is E_UPLOAD_STORE, with the path, the user and the reason', async () => {
    const blocked = join(root, `file-${count}`);
    await writeFile(blocked, 'no folder');
    for (const directory of [blocked, join(blocked, 'below')]) {
      const stored = file.storeAs(directory, 'cv.pdf');
      await expect(stored).rejects.toMatchObject({
        code: 'E_UPLOAD_STORE',
        message: expect.stringContaining(
          `"${join(directory, 'cv.pdf')}" by the user ${processUser()}: there is a file`,
        ),
      });
    }
    // What is spooled is still there.
    expect(String(await file.bytes())).toBe('%PDF-1.7');
  });

  test.each([
    ['EACCES', 'permission denied'],
    ['ENOSPC', 'there is no room left'],
    ['EROFS', 'the file system is read-only'],
    ['EIO', 'EIO: i/o error'],
  ])('store() says why the file system refused: %s', (code, reason) => {
    expect(fileReason(Object.assign(new Error('EIO: i/o error'), { code }))).toBe(reason);
  });

  test.each(['', '.', '..', '.htaccess', 'a/b', '../x', 'a\\b', 'a\0b', 'a\nb', 'x.php:y', 'x'.repeat(256)])(
    'UP-06 storeAs() refuses the name %j',
    async (name) => {
      await expect(file.storeAs(folder, name)).rejects.toMatchObject({ code: 'E_UPLOAD_NAME', status: 400 });
      await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});

const parent = temporaryDirectory();
const open = (directory: string): Promise<Served> =>
  serve(() => undefined, { config: { http: { upload: { directory } } } });

describe('upload.directory not writable', () => {
  test('stops the server at boot, naming the directory, the user and the reason', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    for (const [directory, reason] of [
      [join(parent, 'missing'), 'it does not exist'],
      [file, 'it is not a directory'],
      [join(file, 'below'), 'there is a file where a directory is needed'],
    ] as const)
      await expect(open(directory)).rejects.toMatchObject({
        code: 'E_UPLOAD_DIRECTORY',
        message: expect.stringContaining(`"${directory}" by the user ${processUser()}: ${reason}`),
      });
  });

  test('does not stop a server that can write there', async () => {
    const directory = join(parent, 'spool');
    await mkdir(directory);
    const served = await open(directory);
    expect((await fetch(served.url)).status).toBe(404);
    expect(await readdir(directory)).toEqual([]);
    await served.close();
    await rm(directory, { recursive: true });
  });

  test('is only reported for the default directory: most applications take no uploads', async () => {
    const missing = join(parent, 'no-tmp');
    const reported: unknown[] = [];
    await checkSpool(missing, (error) => reported.push(error), missing);
    expect(reported).toMatchObject([{ code: 'E_UPLOAD_DIRECTORY' }]);
  });
});
