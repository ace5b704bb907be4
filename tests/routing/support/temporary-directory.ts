import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** A directory of its own for a test file, removed when its tests are over. */
export const temporaryDirectory = (): string => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'taproot-files-')));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};
