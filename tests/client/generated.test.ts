import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { made } from './write-shop.ts';

test('the files of the shop are those that openapi:write writes: node -C source --import tsx tests/client/write-shop.ts', async () => {
  for (const [file, text] of await made())
    expect([file, await readFile(join(import.meta.dirname, 'shop', file), 'utf8')]).toEqual([file, text]);
}, 60_000);
