import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Message, mail } from '@taproot/mail';
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
import { boot } from './support/application.ts';
import { smtpServer } from './support/smtp.ts';

/** A mail as a reader understands it. */
interface Read {
  readonly subject: string;
  readonly to: readonly (readonly [name: string, address: string])[];
  readonly text: string;
  readonly html: string | null;
  /** Names and contents of the files that are not shown in the HTML, and of those that are. */
  readonly files: readonly (readonly [name: string, sha: string])[];
  readonly inline: readonly (readonly [cid: string, sha: string])[];
  readonly messageId: string;
  readonly date: number;
}

const shaOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex').slice(0, 12);
const tidy = (text: string): string => text.replaceAll('\r\n', '\n').trim();

const byMailparser = async (raw: string): Promise<Read> => {
  const {
    subject = '',
    to,
    text = '',
    html,
    attachments,
    messageId = '',
    date,
  } = await simpleParser(raw, {
    skipImageLinks: true,
  });
  return {
    subject,
    to: [to ?? []].flat().flatMap(({ value }) => value.map(({ name, address = '' }) => [name, address] as const)),
    text: tidy(text),
    html: typeof html === 'string' ? tidy(html) : null,
    files: attachments
      .filter(({ related }) => !related)
      .map((one) => [one.filename ?? '', shaOf(one.content)] as const),
    inline: attachments.filter(({ related }) => related).map((one) => [one.cid ?? '', shaOf(one.content)] as const),
    messageId,
    date: date?.getTime() ?? 0,
  };
};

const byPostalMime = async (raw: string): Promise<Read> => {
  const {
    subject = '',
    to = [],
    text = '',
    html,
    attachments,
    messageId = '',
    date = '',
  } = await PostalMime.parse(raw);
  const bytes = (content: string | ArrayBuffer | Uint8Array): Uint8Array =>
    typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer);
  return {
    subject,
    to: to.map(({ name, address = '' }) => [name, address] as const),
    text: tidy(text),
    html: html === undefined ? null : tidy(html),
    files: attachments
      .filter(({ related }) => related !== true)
      .map((one) => [one.filename ?? '', shaOf(bytes(one.content))] as const),
    inline: attachments
      .filter(({ related }) => related === true)
      .map((one) => [(one.contentId ?? '').replaceAll(/[<>]/g, ''), shaOf(bytes(one.content))] as const),
    messageId,
    date: Date.parse(date),
  };
};

const script = `
import sys, json, hashlib, email, email.policy
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
sha = lambda part: hashlib.sha256(part.get_payload(decode=True)).hexdigest()[:12]
body = lambda kind: (lambda part: None if part is None else part.get_content())(message.get_body((kind,)))
leaves = [part for part in message.walk() if not part.is_multipart()]
files = [part for part in leaves if part.get_content_disposition() == 'attachment' and part['Content-ID'] is None]
inline = [part for part in leaves if part['Content-ID'] is not None]
print(json.dumps({
  'subject': str(message['Subject']),
  'to': [[one.display_name, one.addr_spec] for one in message['To'].addresses],
  'text': body('plain') or '', 'html': body('html'),
  'files': [[part.get_filename(), sha(part)] for part in files],
  'inline': [[part['Content-ID'].strip('<>'), sha(part)] for part in inline],
  'messageId': str(message['Message-ID']), 'date': message['Date'].datetime.timestamp() * 1000,
  'kinds': [part.get_content_type() for part in message.walk()],
  'defects': [str(defect) for part in message.walk() for defect in part.defects],
}))`;

const byPython = (raw: string): Read & { readonly kinds: readonly string[]; readonly defects: readonly string[] } => {
  const { stdout, stderr } = spawnSync('python3', ['-c', script], { input: raw, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const read = JSON.parse(stdout) as ReturnType<typeof byPython>;
  return { ...read, text: tidy(read.text), html: read.html === null ? null : tidy(read.html) };
};

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('Skipped: python3 is missing.');

const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]);
const umlauts = 'Grüße an die Größten: 你好 🎉 '.repeat(9).trim();

interface Row {
  readonly what: string;
  readonly message: Partial<Message>;
  /** The types of all parts, from the outside to the inside. */
  readonly kinds: readonly string[];
}

const rows: readonly Row[] = [
  { what: 'text', message: { text: 'Hello' }, kinds: ['text/plain'] },
  { what: 'text in other scripts', message: { text: umlauts, subject: umlauts }, kinds: ['text/plain'] },
  {
    what: 'HTML, with the text that is made from it before it',
    message: { html: '<p>Hello <b>Ada</b></p>' },
    kinds: ['multipart/alternative', 'text/plain', 'text/html'],
  },
  {
    what: 'a line of 5000 characters, in its text and its HTML',
    message: { text: 'a'.repeat(5000), html: `<p>${'b'.repeat(5000)}</p>` },
    kinds: ['multipart/alternative', 'text/plain', 'text/html'],
  },
  {
    what: 'lines that begin with dots and with From',
    message: { text: '.\n..\nFrom me\n.end\n' },
    kinds: ['text/plain'],
  },
  {
    what: 'an image inside of its HTML',
    message: {
      html: '<img src="cid:logo"> Hello',
      attachments: [{ filename: 'logo.png', content: png, cid: 'logo' }],
    },
    kinds: ['multipart/alternative', 'text/plain', 'multipart/related', 'text/html', 'image/png'],
  },
  {
    what: 'an image inside of its HTML, and files',
    message: {
      html: '<img src="cid:logo"> Hello',
      attachments: [
        { filename: 'logo.png', content: png, cid: 'logo' },
        { filename: 'a.pdf', content: png, contentType: 'application/pdf' },
      ],
    },
    kinds: [
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ],
  },
  {
    what: 'files with names of any kind',
    message: {
      text: 'Hello',
      attachments: [
        'Rechnung für März.pdf',
        'naïve – 你好 🎉.txt',
        `${'sehr-lang-'.repeat(20)}ä.txt`,
        'with "quotes"; and = signs.txt',
        "it's 100%.txt",
      ].map((filename) => ({ filename, content: filename, contentType: 'application/octet-stream' })),
    },
    kinds: ['multipart/mixed', 'text/plain', ...Array<string>(5).fill('application/octet-stream')],
  },
  {
    what: 'names of people in other scripts',
    message: {
      text: 'x',
      to: [
        { name: 'Jürgen "J" Müller, geb. Ö', address: 'j@example.com' },
        { name: '李雷 '.repeat(30).trim(), address: 'l@example.com' },
      ],
    },
    kinds: ['text/plain'],
  },
];

/** The raw bytes of a mail, as a server got them. */
const arrived = async (message: Partial<Message>): Promise<string> => {
  const { port, received } = await smtpServer();
  const { mail: mails } = await boot({ smtp: { port } });
  await mails.send(mail({ to: 'ada@example.com', subject: 'Hello', ...message }));
  return received[0]?.raw ?? '';
};

describe.each(rows)('a mail with $what', ({ message, kinds }) => {
  test('is read alike by three readers, as it was written', async () => {
    const raw = await arrived(message);
    const read = await byMailparser(raw);
    const { subject = 'Hello', text, html, attachments = [], to } = message;
    const content = (one: (typeof attachments)[number]): string =>
      shaOf(Buffer.from('content' in one ? one.content : ''));
    expect(read.subject).toBe(subject);
    if (typeof text === 'string') expect(read.text).toBe(text.trim());
    expect(read.html).toBe(html ?? null);
    if (Array.isArray(to)) expect(read.to).toEqual(to.map(({ name, address }) => [name, address]));
    const files = attachments.filter(({ cid }) => cid === undefined);
    expect(read.files).toEqual(files.map((one) => [one.filename, content(one)]));
    expect(read.inline.map(([cid]) => cid)).toEqual(attachments.flatMap(({ cid }) => cid ?? []));
    expect(await byPostalMime(raw)).toEqual(read);
    if (!hasPython) return;
    const { kinds: found, defects, ...others } = byPython(raw);
    // Python keeps the spaces between two encoded words of a name, and puts one before a dot.
    const spaceless = (one: Read) => ({ ...one, to: one.to.map(([name, at]) => [name.replaceAll(' ', ''), at]) });
    expect([spaceless(others), defects]).toEqual([spaceless(read), []]);
    expect(found).toEqual(kinds);
  });

  test('keeps the rules for lines and headers', async () => {
    const raw = await arrived(message);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    const [head = ''] = raw.split('\r\n\r\n', 1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII is looked for.
    expect(head).not.toMatch(/[^\x00-\x7f]/);
    for (const word of raw.match(/=\?[\w-]+\?[BQ]\?[^?]*\?=/gi) ?? []) expect(word.length).toBeLessThanOrEqual(75);
    for (const header of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version'])
      expect([header, head.match(new RegExp(`^${header}:`, 'gim'))?.length]).toEqual([header, 1]);
    expect(head).toMatch(/^Message-ID: <[^<>@\s]+@example\.com>\r?$/im);
    expect(head).toMatch(/^Date: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000\r?$/im);
    expect(head).not.toMatch(/^Bcc:/im);
  });
});

test('a list can be left by one click: both headers, and the address in angle brackets', async () => {
  const raw = await arrived({
    text: 'x',
    listUnsubscribe: { url: `https://example.com/leave?t=${'a'.repeat(700)}`, mailto: 'leave@example.com' },
  });
  const { headers } = await PostalMime.parse(raw);
  const valueOf = (name: string): string => headers.find(({ key }) => key === name)?.value ?? '';
  expect(valueOf('list-unsubscribe').replaceAll(/\s+/g, ' ')).toBe(
    `<https://example.com/leave?t=${'a'.repeat(700)}>, <mailto:leave@example.com>`,
  );
  expect(valueOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test('a file of the disk is read when the mail is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readers-'));
  await writeFile(join(folder, 'a.bin'), png);
  const raw = await arrived({ text: 'x', attachments: [{ path: join(folder, 'a.bin') }] });
  expect((await byMailparser(raw)).files).toEqual([['a.bin', shaOf(png)]]);
  await rm(folder, { recursive: true });
});
