import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type AuthConfig, auth, authTables } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { database } from '@taproot/database';
import { withFolder } from '../database/support/application.ts';

/** What a command answers in an application of this folder. */
const run = async (
  folder: string,
  line: string,
  guards: AuthConfig['guards'] = {},
): Promise<{ readonly code: number; readonly output: string }> => {
  const app = await setup(null, { basePath: folder, env: { APP_ENV: 'testing', NO_COLOR: '1', JWT_SECRET: '' } })
    .withPlugins([consoleKernel(), database(), auth()])
    .withConfig({ auth: { guards }, database: { connections: { sqlite: { path: ':memory:' } } } })
    .create();
  try {
    return await app.facades.Console().call(line);
  } finally {
    await app.close();
  }
};

test('jwt:secret writes a secret, and keeps one that is there', async () => {
  await withFolder(async (folder) => {
    const env = join(folder, '.env');
    writeFileSync(env, '# ours\nAPP_NAME=Shop\n');
    expect((await run(folder, 'jwt:secret')).output).toBe(`JWT_SECRET written to ${env}\n`);
    const written = readFileSync(env, 'utf8');
    expect(written).toMatch(/^# ours\nAPP_NAME=Shop\nJWT_SECRET=[\w+/]{43}=\n$/);
    const again = await run(folder, 'jwt:secret');
    expect(again.code).toBe(1);
    expect(again.output).toContain('--force');
    expect(readFileSync(env, 'utf8')).toBe(written);
    expect((await run(folder, 'jwt:secret --force')).code).toBe(0);
    expect(readFileSync(env, 'utf8')).not.toBe(written);
  });
});

test('jwt:secret --show writes nothing', async () => {
  await withFolder(async (folder) => {
    const { output } = await run(folder, 'jwt:secret --show');
    expect(Buffer.from(output.trim(), 'base64')).toHaveLength(32);
    expect(existsSync(join(folder, '.env'))).toBe(false);
  });
});

test('jwt:secret is as long as the longest HMAC of the guards', async () => {
  await withFolder(async (folder) => {
    const { output } = await run(folder, 'jwt:secret --show', { partners: { driver: 'jwt', algorithm: 'HS512' } });
    expect(Buffer.from(output.trim(), 'base64')).toHaveLength(64);
  });
});

test('auth:table writes the migration once', async () => {
  await withFolder(async (folder) => {
    expect((await run(folder, 'auth:table')).output).toMatch(
      /^created {2}database\/migrations\/\d{14}_create_auth_tables\.ts\n$/,
    );
    const [file = ''] = readdirSync(join(folder, 'database/migrations'));
    const text = readFileSync(join(folder, 'database/migrations', file), 'utf8');
    for (const statement of [...authTables.up, ...authTables.down]) expect(text).toContain(statement);
    const again = await run(folder, 'auth:table');
    expect([again.code, again.output.includes(file)]).toEqual([1, true]);
    expect(readdirSync(join(folder, 'database/migrations'))).toEqual([file]);
  });
});
