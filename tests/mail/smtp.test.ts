import { expect, test } from '@jest/globals';
import { mail } from '@taproot/mail';
import { withCode } from '../core/support.ts';
import { boot } from './support/application.ts';
import { answer, rawServer, smtpServer } from './support/smtp.ts';

const stuck = expect.objectContaining({ code: expect.stringMatching(/^E_MAIL_(?:TIMEOUT|UNREACHABLE)$/) });

const hello = mail({ to: 'ada@example.com', subject: 'Hello', text: 'Hello.' });

test('a mail arrives as it was written', async () => {
  const { port, received } = await smtpServer();
  const { mail: mails } = await boot({ smtp: { port } });
  const sent = await mails.send(
    mail({
      name: 'welcome',
      to: [
        'Ada, Countess of Lovelace <ada@example.com>',
        { name: 'Jürgen "J" Müller', address: 'juergen@bücher.example' },
      ],
      cc: 'carl@example.com',
      bcc: 'boss@example.com',
      replyTo: 'Help <help@example.com>',
      subject: 'Grüße 你好 🎉 '.repeat(8).trim(),
      html: '<h1>Hallo</h1><p>Kommen Sie <a href="https://example.com/a?b=1&amp;c=2">hierher</a>.</p><img src="cid:logo">',
      attachments: [
        {
          filename: 'Rechnung für März.pdf',
          content: new Uint8Array([37, 80, 68, 70, 0, 255]),
          contentType: 'application/pdf',
        },
        { filename: 'logo.png', content: 'png', cid: 'logo' },
        { path: 'smtp.ts' },
      ],
      listUnsubscribe: { url: 'https://example.com/leave?t=1', mailto: 'leave@example.com' },
      headers: { 'X-Entity-Ref-ID': '7' },
      locale: 'de',
    }),
  );
  expect(received).toHaveLength(1);
  const [first] = received;
  if (first === undefined) throw new Error('Nothing came.');
  const { from, to, parsed, raw } = first;
  expect(sent).toEqual({ id: parsed.messageId, state: 'sent' });
  expect(from).toBe('shop@example.com');
  expect(to).toEqual(['ada@example.com', expect.stringMatching(/^juergen@/), 'carl@example.com', 'boss@example.com']);
  expect(raw).not.toContain('boss@example.com');
  expect(parsed.subject).toBe('Grüße 你好 🎉 '.repeat(8).trim());
  expect([parsed.to].flat()[0]?.value).toEqual([
    { name: 'Ada, Countess of Lovelace', address: 'ada@example.com' },
    { name: 'Jürgen "J" Müller', address: expect.stringMatching(/^juergen@/) },
  ]);
  expect(parsed.replyTo?.text).toBe('"Help" <help@example.com>');
  expect(parsed.html).toContain('<h1>Hallo</h1>');
  expect(parsed.text).toContain('Kommen Sie hierher (https://example.com/a?b=1&c=2).');
  expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/example\.com\/leave\?t=1>,\s+<mailto:leave@example\.com>/m);
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(raw).toMatch(/^Content-Language: de/m);
  expect(raw).toMatch(/^X-Entity-Ref-ID: 7/im);
  expect(parsed.attachments.map(({ filename, contentType, cid }) => [filename, contentType, cid])).toEqual([
    ['logo.png', 'image/png', 'logo'],
    ['Rechnung für März.pdf', 'application/pdf', undefined],
    ['smtp.ts', expect.any(String), undefined],
  ]);
  expect([...(parsed.attachments[1]?.content ?? [])]).toEqual([37, 80, 68, 70, 0, 255]);
});

test('a server that refuses for good', async () => {
  const { port } = await smtpServer({ onRcptTo: (_to, _session, done) => done(answer(550, 'No such user')) });
  const { mail: mails } = await boot({ smtp: { port } });
  await expect(mails.send(hello)).rejects.toEqual(
    withCode('E_MAIL_REFUSED', { message: expect.stringContaining('550 No such user') }),
  );
});

test('a server that takes no mail now', async () => {
  const { port } = await smtpServer({ onRcptTo: (_to, _session, done) => done(answer(451, 'Greylisted')) });
  const { mail: mails } = await boot({ smtp: { port } });
  await expect(mails.send(hello)).rejects.toEqual(
    withCode('E_MAIL_DEFERRED', { message: expect.stringContaining('451 Greylisted') }),
  );
});

test('a server that refuses one of two recipients: the other gets the mail, and it is reported', async () => {
  const { port, received } = await smtpServer({
    onRcptTo: ({ address }, _session, done) => (address === 'no@example.com' ? done(answer(550, 'No')) : done()),
  });
  const { mail: mails, reports } = await boot({ smtp: { port } });
  await mails.send({ ...hello, to: ['ada@example.com', 'no@example.com'] });
  expect(received[0]?.to).toEqual(['ada@example.com']);
  expect(reports).toEqual([withCode('E_MAIL_SOME_REFUSED', { message: expect.stringContaining('no@example.com') })]);
});

test('a server that says nothing', async () => {
  const { port } = await rawServer(() => undefined);
  const { mail: mails } = await boot({ smtp: { port }, config: { timeout: 0.2 } });
  await expect(mails.send(hello)).rejects.toEqual(stuck);
});

test('a server that speaks for ever and takes nothing', async () => {
  const { port } = await rawServer((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const { mail: mails } = await boot({ smtp: { port }, config: { timeout: 0.3 } });
  await expect(mails.send(hello)).rejects.toEqual(stuck);
});

test('a connection that is cut in the middle', async () => {
  const { port } = await rawServer((socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (data) => {
      if (String(data).startsWith('EHLO')) socket.write('250 hello\r\n');
      else if (String(data).startsWith('MAIL')) socket.destroy();
    });
  });
  const { mail: mails } = await boot({ smtp: { port } });
  await expect(mails.send(hello)).rejects.toEqual(withCode('E_MAIL_UNREACHABLE'));
});

test('no server', async () => {
  const { port } = await rawServer((socket) => socket.destroy());
  const { mail: mails } = await boot({ smtp: { port } });
  await expect(mails.send(hello)).rejects.toEqual(withCode('E_MAIL_UNREACHABLE'));
});

test('a server without encryption, where it is required', async () => {
  const { port, received } = await smtpServer();
  const { mail: mails } = await boot({ smtp: { port, tls: 'required' } });
  await expect(mails.send(hello)).rejects.toEqual(withCode('E_MAIL_TLS'));
  expect(received).toEqual([]);
});

test('a certificate that nobody trusts', async () => {
  const { port, received } = await smtpServer({ disabledCommands: [] });
  const { mail: mails } = await boot({ smtp: { port } });
  await expect(mails.send(hello)).rejects.toEqual(withCode('E_MAIL_TLS'));
  expect(received).toEqual([]);
});

test('a user that the server refuses', async () => {
  const { port } = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('wrong password')),
  });
  const { mail: mails } = await boot({ smtp: { port, user: 'ada', password: 'x' } });
  await expect(mails.send(hello)).rejects.toEqual(withCode('E_MAIL_LOGIN'));
});

test('the health check asks the server', async () => {
  const { port } = await smtpServer();
  const { app } = await boot({ smtp: { port } });
  const check = app.registry.health.get('mail');
  await expect(Promise.resolve(check?.check(new AbortController().signal))).resolves.toBeUndefined();
});
