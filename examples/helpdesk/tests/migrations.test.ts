import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { accountTables } from '@taproot/account';
import { authTables } from '@taproot/auth';
import { cacheTables } from '@taproot/cache';
import { queueTables } from '@taproot/queue';
import { scheduleTables } from '@taproot/schedule';
import { sessionTables } from '@taproot/session';
import { webhookTables } from '@taproot/webhooks';

const folder = join(import.meta.dirname, '..', 'database', 'migrations');
const migrations = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

test.each([
  ['account', accountTables],
  ['auth', authTables],
  ['cache', cacheTables],
  ['queue', queueTables],
  ['schedule', scheduleTables],
  ['session', sessionTables],
  ['webhooks', webhookTables],
])('the migrations make the tables of %s as this version has them', (_name, { up }) => {
  for (const statement of up) expect(migrations).toContain(statement);
});
