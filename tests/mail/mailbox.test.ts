import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { devtools } from '@taproot/devtools';
import { mailer } from '@taproot/mail';
import { routing } from '@taproot/routing';
import { pluginChecks } from '@taproot/testing';
import { simpleParser } from 'mailparser';
import { silent } from '../devtools/planted.ts';
import { APP_KEY, ask, closing } from '../devtools/support.ts';
import { smtpServer } from './support/smtp.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const serve = async (env: Readonly<Record<string, string>> = {}) => {
  const basePath = await mkdtemp(join(tmpdir(), 'taproot-mail-'));
  folders.push(basePath);
  const app = await setup(null, {
    basePath,
    env: { APP_KEY, APP_ENV: 'development', MAIL_FROM: 'shop@example.com', ...env },
  })
    .withPlugins([silent, routing(), devtools(), mailer()])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.post('/welcome', async () => {
        await app.facades.Mail().send({
          name: 'welcome',
          to: 'Ada <ada@example.com>',
          bcc: 'boss@example.com',
          subject: 'Welcome <b>',
          html: '<script>alert(1)</script><h1>Hello</h1>',
          attachments: [{ filename: 'a.txt', content: 'abc' }],
        });
        return { ok: true };
      });
    })
    .create();
  await app.open();
  closing(app);
  return { app, basePath };
};

test('a mail of development is a file and a page', async () => {
  const { app, basePath } = await serve();
  expect((await ask(app, '/_taproot/mail')).text).toContain('None.');
  expect((await ask(app, '/welcome', { method: 'POST' })).status).toBe(200);
  const files = (await readdir(join(basePath, 'storage/mail'))).toSorted();
  expect(files).toEqual([expect.stringMatching(/\.eml$/), expect.stringMatching(/\.json$/)]);
  const { subject, to } = await simpleParser(await readFile(join(basePath, 'storage/mail', files[0] ?? '')));
  expect([subject, [to].flat()[0]?.text]).toEqual(['Welcome <b>', '"Ada" <ada@example.com>']);

  const list = (await ask(app, '/_taproot/mail')).text;
  expect(list).toContain('Welcome &#60;b&#62;');
  const [path = ''] = /\/_taproot\/mail\/[\w-]+/.exec(list) ?? [];
  const { text, headers } = await ask(app, path);
  for (const part of [
    'Ada &#60;ada@example.com&#62;',
    'boss@example.com',
    'a.txt',
    '3 bytes',
    'Message-ID',
    'HELLO',
    `src="${path}/html"`,
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('<script>alert');
  expect(headers['content-security-policy']).toContain("frame-src 'self'");
  const html = await ask(app, `${path}/html`);
  expect(html.text).toBe('<script>alert(1)</script><h1>Hello</h1>');
  expect(html.headers['content-security-policy']).toMatch(/^default-src 'none'.* frame-ancestors 'self'; sandbox$/);
});

test('a mail that a server got is a page, too', async () => {
  const { port, received } = await smtpServer();
  const { app } = await serve({ MAIL_TRANSPORT: 'smtp', MAIL_PORT: String(port) });
  await ask(app, '/welcome', { method: 'POST' });
  expect(received).toHaveLength(1);
  expect((await ask(app, '/_taproot/mail')).text).toContain('Welcome');
});

test('a mail is a step of its request', async () => {
  const { app } = await serve();
  await ask(app, '/welcome', { method: 'POST' });
  expect((await ask(app, '/_taproot/requests.json')).text).toContain('"kind":"mail","name":"welcome"');
});

test.each(['..%2f..%2fpackage', '../../package', 'none', 'a.b', '%00'])('no page for the mail %s', async (id) => {
  const { app } = await serve();
  expect((await ask(app, `/_taproot/mail/${id}`)).status).toBe(404);
});

test('production keeps no mails', async () => {
  const app = await setup(null, { env: { APP_ENV: 'production', APP_KEY } })
    .withPlugins([mailer()])
    .create();
  closing(app);
  expect(app.provided('mailbox')).toBeNull();
});

for (const { name, run } of pluginChecks(() => mailer())) test(name, run);
