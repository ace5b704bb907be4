import * as fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';

// Every write to /dev/full fails with ENOSPC; the file itself is made, as it is on a disk that fills up meanwhile.
jest.unstable_mockModule('node:fs', () => ({
  ...fs,
  createWriteStream: (path: string) => {
    fs.writeFileSync(path, '');
    return fs.createWriteStream('/dev/full');
  },
}));
const { BodyServer, file, httpConfig, multipart, multipartType } = await import('./support.ts');
const directory = await mkdtemp(join(tmpdir(), 'taproot-bodies-'));

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('a full disk', () => {
  test('UP-08 is 503 for small and large files, leaves nothing behind, and other bodies are read', async () => {
    const server = await BodyServer.open({ upload: { ...httpConfig().upload, directory } });
    try {
      for (const size of [1, 3_000_000]) {
        const { status, json } = await server.post(multipartType, multipart([file('f', 'a', 'x'.repeat(size))]));
        expect([status, json.code]).toEqual([503, 'E_UPLOAD_SPOOL']);
        expect(await readdir(directory)).toEqual([]);
      }
      expect((await server.json('{}')).status).toBe(200);
    } finally {
      await server.close();
    }
  });
});
