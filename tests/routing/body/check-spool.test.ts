import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkSpool } from '../../../plugins/routing/src/body/check-spool.ts';
import { processUser } from '../../../plugins/routing/src/body/process-user.ts';
import { type Served, serve } from '../../support/serve.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const root = temporaryDirectory();
const open = (directory: string): Promise<Served> =>
  serve(() => undefined, { config: { http: { upload: { directory } } } });

describe('upload.directory not writable', () => {
  test('stops the server at boot, naming the directory, the user and the reason', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    for (const [directory, reason] of [
      [join(root, 'missing'), 'it does not exist'],
      [file, 'it is not a directory'],
      [join(file, 'below'), 'there is a file where a directory is needed'],
    ] as const)
      await expect(open(directory)).rejects.toMatchObject({
        code: 'E_UPLOAD_DIRECTORY',
        message: expect.stringContaining(`"${directory}" by the user ${processUser()}: ${reason}`),
      });
  });

  test('does not stop a server that can write there', async () => {
    const directory = join(root, 'spool');
    await mkdir(directory);
    const served = await open(directory);
    expect((await fetch(served.url)).status).toBe(404);
    expect(await readdir(directory)).toEqual([]);
    await served.close();
    await rm(directory, { recursive: true });
  });

  test('is only reported for the default directory: most applications take no uploads', async () => {
    const missing = join(root, 'no-tmp');
    const reported: unknown[] = [];
    await checkSpool(missing, (error) => reported.push(error), missing);
    expect(reported).toMatchObject([{ code: 'E_UPLOAD_DIRECTORY' }]);
  });
});
