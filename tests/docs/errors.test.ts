import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { errors as authErrors } from '@taproot/auth';
import { errors as consoleErrors } from '@taproot/console';
import { errors as coreErrors } from '@taproot/core';
import { errors as corsErrors } from '@taproot/cors';
import { errors as databaseErrors } from '@taproot/database';
import { errors as healthErrors } from '@taproot/health';
import { errors as langErrors } from '@taproot/lang';
import { errors as logErrors } from '@taproot/log';
import { errors as openApiErrors } from '@taproot/openapi';
import { errors as redisErrors } from '@taproot/redis';
import { errors as routingErrors } from '@taproot/routing';
import { errors as testingErrors } from '@taproot/testing';
import { errors as throttleErrors } from '@taproot/throttle';
import { errors as validationErrors } from '@taproot/validation';
import { readPage, root } from './support/code-blocks.ts';
import { errorPage } from './support/error-page.ts';

const tables = [
  ['Core', coreErrors],
  ['Routing', routingErrors],
  ['CORS', corsErrors],
  ['Log', logErrors],
  ['Lang', langErrors],
  ['Throttle', throttleErrors],
  ['Validation', validationErrors],
  ['Auth', authErrors],
  ['Console', consoleErrors],
  ['Database', databaseErrors],
  ['Testing', testingErrors],
  ['Redis', redisErrors],
  ['Health', healthErrors],
  ['OpenAPI', openApiErrors],
] as const;

const page = errorPage(tables);

if (process.env['UPDATE_DOCS'] === '1') await writeFile(join(root, 'docs', 'errors.md'), page);

test('docs/errors.md is what the error tables say (UPDATE_DOCS=1 makes it again)', async () => {
  expect(await readPage('docs/errors.md')).toBe(page);
});

test('a code belongs to one package, and says what to do in whole sentences', () => {
  const codes = tables.flatMap(([, errors]) => Object.keys(errors));
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  for (const [, errors] of tables) {
    for (const [code, { row }] of Object.entries(errors)) {
      expect(code).toMatch(/^E_[A-Z0-9_]+$/);
      expect(`${code}: ${row.fix}`).toMatch(/\.$/);
    }
  }
});
