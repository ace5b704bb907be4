import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { lang } from '@taproot/lang';
import { type Address, type Message } from '@taproot/mail';
import { fakeMail } from '@taproot/mail/testing';
import { withCode } from '../core/support.ts';
import { boot } from './support/application.ts';

const wrong: readonly (readonly [string, unknown])[] = [
  ['a line break', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a bare line feed', 'ada@example.com\nBcc: eve@example.com'],
  ['a line break in a name', 'Ada\r\nBcc: eve@example.com <ada@example.com>'],
  ['a line break in the name of an object', { name: 'Ada\r\nBcc: eve@example.com', address: 'ada@example.com' }],
  ['a line separator', 'ada\u2028@example.com'],
  ['NUL', 'ada\0@example.com'],
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
