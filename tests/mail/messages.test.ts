import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { type Address, type Message, mail } from '@taproot/mail';
import { fakeMail } from '@taproot/mail/testing';
import { routing } from '@taproot/routing';
import { storage } from '@taproot/storage';
import { validation } from '@taproot/validation';
import { views } from '@taproot/views';
import { withCode } from '../core/support.ts';
import { boot } from './support/application.ts';
import { smtpServer } from './support/smtp.ts';

const wrong: readonly (readonly [string, unknown])[] = [
  ['a line break', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a bare line feed', 'ada@example.com\nBcc: eve@example.com'],
  ['a line break in a name', 'Ada\r\nBcc: eve@example.com <ada@example.com>'],
  ['a line break in the name of an object', { name: 'Ada\r\nBcc: eve@example.com', address: 'ada@example.com' }],
  ['a line separator', 'ada\u2028@example.com'],
  ['NUL', 'ada\0@example.com'],
  ['an encoded word in its name', { name: '=?utf-8?b?RXZl?=', address: 'ada@example.com' }],
  ['a second address', 'ada@example.com, eve@example.com'],
  ['a second address in the parts of one', { address: 'ada@example.com,eve@example.com' }],
  ['a second address behind a semicolon', 'ada@example.com;eve@example.com'],
  ['a group', 'friends: ada@example.com;'],
  ['a route', '<@eve.example:ada@example.com>'],
  ['two at signs', 'ada@eve@example.com'],
  ['a quoted local part', '"eve@eve.example> RCPT"@example.com'],
  ['a comment', 'ada(eve)@example.com'],
  ['an address inside of an address', 'Ada <eve@eve.example> <ada@example.com>'],
  ['an address of a machine', 'ada@[127.0.0.1]'],
  ['a space', 'ada lovelace@example.com'],
  ['dots side by side', 'ada..l@example.com'],
  ['a dot at the beginning', '.ada@example.com'],
  ['no at sign', 'ada'],
  ['no domain', 'ada@'],
  ['an empty label', 'ada@example..com'],
  ['a label with a hyphen at its end', 'ada@example-.com'],
  ['a long local part', `${'a'.repeat(65)}@example.com`],
  ['a long domain', `ada@${'a.'.repeat(130)}com`],
  ['an underscore in the domain', 'ada@exa_mple.com'],
  ['SMTP parameters', 'ada@example.com> NOTIFY=SUCCESS'],
  ['nothing', ''],
  ['a number', 7],
  ['null', null],
];

describe('an address with', () => {
  test.each(wrong)('%s is refused', async (_name, address) => {
    const { app, mail } = await boot();
    const fake = fakeMail(app);
    for (const field of ['to', 'cc', 'bcc', 'replyTo', 'from'] as const) {
      const message = { to: 'ada@example.com', subject: 'x', text: 'x', [field]: address as Address };
      await expect(mail.send(message)).rejects.toEqual(
        withCode('E_MAIL_ADDRESS', { message: expect.stringContaining(`"${field}"`) }),
      );
    }
    fake.assertNothingSent();
  });
});

test.each([
  'ada@example.com',
  'a.d-a+tag@mail.example.co.uk',
  "o'neil@example.com",
  'root@localhost',
  'дарья@почта.рф',
  'Ada <ada@example.com>',
  '"Ada, Countess" <ada@example.com>',
])('%s is an address', async (to) => {
  const { app, mail } = await boot();
  const fake = fakeMail(app);
  await mail.send({ to, subject: 'x', text: 'x' });
  fake.assertSentCount(1);
});

const headers: readonly (readonly [string, Partial<Message>, string])[] = [
  ['a subject with a line break', { subject: 'Hi\r\nBcc: eve@example.com' }, 'E_MAIL_HEADER'],
  ['a subject with a line feed', { subject: 'Hi\nBcc: eve@example.com' }, 'E_MAIL_HEADER'],
  ['a subject with an encoded line break', { subject: '=?utf-8?q?Hi=0D=0ABcc:_eve@example.com?=' }, 'E_MAIL_HEADER'],
  ['a subject without a space in 901 characters', { subject: 'x'.repeat(901) }, 'E_MAIL_HEADER'],
  [
    'a page to leave that no line can hold',
    { listUnsubscribe: { url: `https://example.com/${'x'.repeat(900)}` } },
    'E_MAIL_HEADER',
  ],
  ['HTML beside a view', { html: 'x', view: { name: 'x' } }, 'E_MAIL_MESSAGE'],
  ['a view without a plugin for views', { view: { name: 'x' } }, 'E_MAIL_PLUGIN'],
  ['a view without a name', { view: { props: {} } } as unknown as Partial<Message>, 'E_MAIL_MESSAGE'],
  ['a disk without a plugin for storage', { attachments: [{ disk: 'local', path: 'a.pdf' }] }, 'E_MAIL_PLUGIN'],
  ['a header with a line break', { headers: { 'X-Tag': 'a\r\nBcc: eve@example.com' } }, 'E_MAIL_HEADER'],
  ['a name of a header with a line break', { headers: { 'X-Tag: a\r\nBcc': 'eve@example.com' } }, 'E_MAIL_HEADER'],
  ['a second From', { headers: { From: 'eve@example.com' } }, 'E_MAIL_MESSAGE'],
  ['a Bcc among the headers', { headers: { bCC: 'eve@example.com' } }, 'E_MAIL_MESSAGE'],
  ['a locale with a line break', { locale: 'de\r\nBcc: eve@example.com' }, 'E_MAIL_HEADER'],
  [
    'a file name with a line break',
    { attachments: [{ filename: 'a\r\nBcc: e@x.example', content: '' }] },
    'E_MAIL_HEADER',
  ],
  [
    'a content type with parameters',
    { attachments: [{ filename: 'a', content: '', contentType: 'a/b; x="y"' }] },
    'E_MAIL_MESSAGE',
  ],
  ['a cid that ends early', { attachments: [{ filename: 'a', content: '', cid: 'a> <b' }] }, 'E_MAIL_MESSAGE'],
  ['an address of the web as a file', { attachments: [{ path: 'http://127.0.0.1/secret' }] }, 'E_MAIL_MESSAGE'],
  ['data as a file', { attachments: [{ path: 'data:text/plain,x' }] }, 'E_MAIL_MESSAGE'],
  [
    'a page to leave with a line break',
    { listUnsubscribe: { url: 'https://a.example/\r\nBcc: e@x.example' } },
    'E_MAIL_MESSAGE',
  ],
  ['a page to leave without https', { listUnsubscribe: { url: 'javascript:alert(1)' } }, 'E_MAIL_MESSAGE'],
  ['no recipient', { to: [] }, 'E_MAIL_MESSAGE'],
  ['a typo', { subjekt: 'x' } as Partial<Message>, 'E_MAIL_MESSAGE'],
];

test.each(headers)('%s is refused', async (_name, part, code) => {
  const { app, mail } = await boot();
  const fake = fakeMail(app);
  await expect(mail.send({ to: 'ada@example.com', subject: 'x', text: 'x', ...part })).rejects.toEqual(withCode(code));
  fake.assertNothingSent();
});

test('what a form sent into a header fails in the line that makes the mail', () => {
  const made = (part: Partial<Message>) => () => mail({ to: 'ada@example.com', subject: 'x', text: 'x', ...part });
  const eve = 'Hi\r\nBcc: eve@example.com';
  const placed = (code: string, field: string) =>
    withCode(code, {
      message: expect.stringContaining(`"${field}"`),
      place: expect.stringMatching(/messages\.test\.ts:\d+/),
      fix: expect.stringContaining('not_regex'),
    });
  expect(made({ subject: eve })).toThrow(placed('E_MAIL_HEADER', 'subject'));
  expect(made({ headers: { 'X-Tag': eve } })).toThrow(placed('E_MAIL_HEADER', 'headers.X-Tag'));
  expect(made({ replyTo: eve })).toThrow(withCode('E_MAIL_ADDRESS'));
  expect(made({ subject: () => eve })).not.toThrow();
});

test('the rule for one line that the error names refuses what a header refuses', async () => {
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([validation()])
    .create();
  const rules = { subject: 'required|string|not_regex:[\\r\\n]' } as const;
  const judge = async (subject: string) => (await app.facades.Validation().judge({ subject }, rules)).valid;
  expect(await Promise.all(['Hi', 'Grüße 🎉', 'a\r\nb', 'a\nb', 'a\rb', '\n'].map(judge))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  await app.close();
});

test('a view is the HTML of a mail, in its locale, with the text that is made from it', async () => {
  const basePath = await mkdtemp(join(tmpdir(), 'taproot-mail-'));
  await mkdir(join(basePath, 'views/mails'), { recursive: true });
  await writeFile(
    join(basePath, 'views/mails/hi.eta'),
    '<% /* @props { name: string } */ %><p lang="<%= locale %>">Hi <%= it.name %></p>',
  );
  const { app, mail: mails } = await boot({ basePath, plugins: [routing(), views()] });
  const fake = fakeMail(app);
  const view = { name: 'mails/hi', props: { name: '<Ada>' } };
  await mails.send(mail({ to: 'ada@example.com', subject: 'x', locale: 'de', view }));
  await mails.send(mail({ to: 'ada@example.com', subject: 'x', text: 'short', view }));
  const [first, second] = fake.sent();
  expect([first?.html, first?.text]).toEqual(['<p lang="de">Hi &lt;Ada&gt;</p>', 'Hi <Ada>']);
  expect([second?.html, second?.text]).toEqual(['<p lang="en">Hi &lt;Ada&gt;</p>', 'short']);
  await expect(mails.send({ to: 'a@example.com', subject: 'x', view: { name: 'mails/ho' } })).rejects.toEqual(
    withCode('E_VIEW_UNKNOWN'),
  );
  await rm(basePath, { recursive: true });
});

test('a file on a disk of storage is read when the mail is sent', async () => {
  const basePath = await mkdtemp(join(tmpdir(), 'taproot-mail-'));
  const { port, received } = await smtpServer();
  const { app, mail: mails } = await boot({ basePath, smtp: { port }, plugins: [routing(), storage()] });
  await app.facades.Storage().disk('local').put('bills/7.pdf', 'PDF');
  const message = mail({
    to: 'ada@example.com',
    subject: 'x',
    text: 'x',
    attachments: [{ disk: 'local', path: 'bills/7.pdf' }],
  });
  await mails.send(message);
  expect(received[0]?.parsed.attachments.map(({ filename, content }) => [filename, content.toString()])).toEqual([
    ['7.pdf', 'PDF'],
  ]);
  await app.facades.Storage().disk('local').delete('bills/7.pdf');
  await expect(mails.send(message)).rejects.toEqual(withCode('E_STORAGE_NOT_FOUND'));
  await rm(basePath, { recursive: true });
});

test('a mail needs a sender', async () => {
  const { mail } = await boot({ config: { from: null } });
  await expect(mail.send({ to: 'ada@example.com', subject: 'x', text: 'x' })).rejects.toEqual(withCode('E_MAIL_FROM'));
});

test('parts may be functions of translations, in the locale of the mail', async () => {
  const basePath = await mkdtemp(join(tmpdir(), 'taproot-mail-'));
  for (const [locale, hi] of Object.entries({ en: 'Hello :name', de: 'Hallo :name' })) {
    await mkdir(join(basePath, 'lang', locale), { recursive: true });
    await writeFile(join(basePath, 'lang', locale, 'mail.json'), JSON.stringify({ hi }));
  }
  const { app, mail } = await boot({ plugins: [lang()], basePath });
  const fake = fakeMail(app);
  const message: Message = {
    to: 'ada@example.com',
    subject: (t) => t('mail.hi', { name: 'Ada' }),
    text: (t) => t('mail.no'),
  };
  await mail.send({ ...message, locale: 'de' });
  await mail.send(message);
  expect(fake.sent().map(({ subject, text }) => [subject, text])).toEqual([
    ['Hallo Ada', 'mail.no'],
    ['Hello Ada', 'mail.no'],
  ]);
  await rm(basePath, { recursive: true });
});

test('the fake finds mails by name, address and content', async () => {
  const { app, mail } = await boot();
  const fake = fakeMail(app);
  await mail.send({
    name: 'welcome',
    to: 'ada@example.com',
    bcc: 'boss@example.com',
    subject: 'Hi',
    html: '<p>Hi</p>',
  });
  fake
    .assertSent('welcome')
    .assertSentTo('boss@example.com', 'welcome')
    .assertSent(({ text }) => text === 'Hi')
    .assertNotSent('farewell')
    .assertSentCount(1);
  expect(() => fake.assertSent('farewell')).toThrow(
    withCode('E_MAIL_ASSERTION', { message: 'No mail "farewell" was sent.' }),
  );
  fake.clear();
  fake.assertNothingSent();
});

test.each<readonly [object, string]>([
  [{ default: 'smpt' }, 'mail.default'],
  [{ transports: { smtp: { driver: 'smtp', hots: 'x' } } }, 'mail.transports.smtp.hots'],
  [{ transports: { smtp: { driver: 'smtp', tls: 'yes' } } }, 'mail.transports.smtp.tls'],
  [{ transports: { x: { driver: 'sendgrid' } } }, 'mail.transports.x.driver'],
  [{ timeout: -1 }, 'mail.timeout'],
])('wrong settings stop the boot: %j', async (config, setting) => {
  await expect(boot({ config })).rejects.toThrow(setting);
});

test('a transport of an application that is not registered stops the boot', async () => {
  const config = { default: 'ses', transports: { ses: { driver: 'own:ses' } } } as const;
  await expect(boot({ config })).rejects.toThrow('No transport "ses" is registered');
});
