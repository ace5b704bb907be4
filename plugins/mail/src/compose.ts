import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Application } from '@taproot/core';
import { describeValue, didYouMean, lazy } from '@taproot/core/plugin';
import { type Address, control, type Mailbox, readAddress } from './address.ts';
import { errors } from './errors.ts';
import type { Attachment, ListUnsubscribe, Message, Translate } from './message.ts';

/** A file of a composed mail: its content in base64, or the path of a file. */
export interface ComposedAttachment {
  /** Its name. */
  readonly filename: string;
  /** Its content in base64; null for a file of the disk. */
  readonly content: string | null;
  /** The path of a file, absolute; null for content. */
  readonly path: string | null;
  /** Its type; null for that of the end of its name. */
  readonly contentType: string | null;
  /** Its name in the HTML; null for none. */
  readonly cid: string | null;
}

/** A mail that is checked and complete. It is plain data, so it can wait in a queue. */
export interface ComposedMail {
  /** Its `Message-ID`. It stays the same when the mail is tried again, so that servers can drop a second copy. */
  readonly id: string;
  /** When it was composed, as ISO 8601. */
  readonly at: string;
  /** The name of its declaration; empty without one. */
  readonly name: string;
  /** The sender. */
  readonly from: Mailbox;
  /** The recipients. */
  readonly to: readonly Mailbox[];
  /** Recipients of a copy. */
  readonly cc: readonly Mailbox[];
  /** Recipients of a copy that the others do not see. */
  readonly bcc: readonly Mailbox[];
  /** Where answers go; empty for the sender. */
  readonly replyTo: readonly Mailbox[];
  /** The subject. */
  readonly subject: string;
  /** The text. */
  readonly text: string;
  /** The HTML; null without. */
  readonly html: string | null;
  /** Further headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Files. */
  readonly attachments: readonly ComposedAttachment[];
  /** The recipients that still have to get it, if not all of them. */
  readonly only: readonly string[] | null;
}

const members = {
  name: 0,
  from: 0,
  to: 0,
  cc: 0,
  bcc: 0,
  replyTo: 0,
  subject: 0,
  text: 0,
  html: 0,
  attachments: 0,
  headers: 0,
  listUnsubscribe: 0,
  locale: 0,
} satisfies Record<keyof Message, 0>;

/** Headers that a mail gets from its other members. A second one of them could contradict the first. */
const taken = new Set(
  'from sender to cc bcc reply-to subject date message-id mime-version content-type content-transfer-encoding content-disposition content-language list-unsubscribe list-unsubscribe-post dkim-signature received return-path'.split(
    ' ',
  ),
);

// Loaded at the first mail that has HTML alone.
const library = lazy(() => import('html-to-text'));

/** The text of a page: links with their addresses, lists, tables; no pictures. */
const textOfHtml = async (html: string): Promise<string> => {
  const { convert } = await library();
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'img', format: 'skip' },
    ],
    limits: { maxInputLength: 1_000_000, maxDepth: 200 },
  });
};

const expected = (field: string, value: unknown, wanted: string, hint = ''): Error =>
  errors.E_MAIL_MESSAGE({ field, value: describeValue(value), expected: wanted, hint });

const checkHeader = (field: string, value: string): string => {
  if (control.test(value))
    throw errors.E_MAIL_HEADER({
      field,
      value: describeValue(value),
      reason: 'it contains a line break or control character',
    });
  return value;
};

/**
 * Checks a message. The returned function completes it: that part may take its time. Throws `E_MAIL_ADDRESS`, `E_MAIL_MESSAGE`, `E_MAIL_HEADER`
 * and `E_MAIL_FROM`.
 */
export const compose = (app: Application, message: Message): (() => Promise<ComposedMail>) => {
  if (typeof message !== 'object' || message === null) throw expected('message', message, 'an object');
  for (const key of Object.keys(message))
    if (!Object.hasOwn(members, key))
      throw expected(key, Reflect.get(message, key), 'no such member', didYouMean(key, Object.keys(members)));
  const { name = '', locale, html, text, attachments = [], listUnsubscribe = {} } = message;
  if (typeof name !== 'string' || !/^[\w.:/-]{0,120}$/.test(name))
    throw expected('name', name, 'a name such as "welcome"');
  const from = message.from === undefined ? app.config.mail.from : message.from;
  if (from === null && message.from === undefined) throw errors.E_MAIL_FROM();
  const people = {
    from: readAddress('from', from),
    to: readList('to', message.to),
    cc: readList('cc', message.cc),
    bcc: readList('bcc', message.bcc),
    replyTo: readList('replyTo', message.replyTo),
  };
  if (people.to.length + people.cc.length + people.bcc.length === 0) throw expected('to', message.to, 'a recipient');
  if (html === undefined && text === undefined) throw expected('text', text, 'a text, or HTML');
  const t = translator(app, locale);
  const worded = (field: 'subject' | 'text' | 'html'): string => {
    const wording = message[field];
    const value: unknown = typeof wording === 'function' ? wording(t) : wording;
    if (typeof value !== 'string') throw expected(field, value, 'a string');
    return value;
  };
  const subject = checkHeader('subject', worded('subject'));
  const written = {
    text: text === undefined ? null : worded('text'),
    html: html === undefined ? null : worded('html'),
  };
  const headers = {
    ...readHeaders(message.headers ?? {}),
    ...unsubscribing(listUnsubscribe),
    ...(locale === undefined ? {} : { 'Content-Language': checkHeader('locale', locale) }),
  };
  const composed = {
    id: `<${randomUUID()}@${people.from.address.split('@')[1]}>`,
    at: new Date().toISOString(),
    name,
    ...people,
    subject,
    headers,
    attachments: attachments.map((one, at) => readAttachment(app, one, `attachments.${at}`)),
    only: null,
  };
  return async () => ({
    ...composed,
    html: written.html,
    text: written.text ?? (await textOfHtml(written.html ?? '')),
  });
};

const translator = (app: Application, locale: string | undefined): Translate => {
  const texts = app.provided('texts');
  const named = locale === undefined || texts === null ? (locale ?? app.locale) : texts.localeNamed(locale);
  return (key, values) => texts?.find(key, named, values)?.text ?? key;
};

const readList = (field: string, given: Address | readonly Address[] | undefined): readonly Mailbox[] => {
  if (given === undefined) return [];
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  return list.map((one, at) => readAddress(Array.isArray(given) ? `${field}.${at}` : field, one));
};

const readHeaders = (given: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  for (const [name, value] of Object.entries(given)) {
    const field = `headers.${describeValue(name)}`;
    if (!/^[A-Za-z\d-]{1,76}$/.test(name))
      throw errors.E_MAIL_HEADER({
        field: 'headers',
        value: describeValue(name),
        reason: 'names of headers have letters, digits and "-"',
      });
    if (taken.has(name.toLowerCase()))
      throw expected(field, value, 'no such header, because the mail has it from its other members');
    if (typeof value !== 'string') throw expected(field, value, 'a string');
    checkHeader(field, value);
  }
  return given;
};

const unsubscribing = ({ url, mailto }: ListUnsubscribe): Readonly<Record<string, string>> => {
  const ways: string[] = [];
  if (url !== undefined) {
    if (!URL.canParse(url) || !/^https:\/\/[^\s<>,]+$/.test(url))
      throw expected('listUnsubscribe.url', url, 'an address that begins with https://');
    ways.push(`<${url}>`);
  }
  if (mailto !== undefined) ways.push(`<mailto:${readAddress('listUnsubscribe.mailto', mailto).address}>`);
  if (ways.length === 0) return {};
  return {
    'List-Unsubscribe': ways.join(', '),
    ...(url === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
};

const readAttachment = (app: Application, given: Attachment, field: string): ComposedAttachment => {
  const { filename, content, path, contentType, cid } = given as Partial<
    Record<'filename' | 'content' | 'path' | 'contentType' | 'cid', unknown>
  >;
  for (const [key, value] of Object.entries({ filename, path, contentType, cid })) {
    if (value === undefined) continue;
    if (typeof value !== 'string' || value === '') throw expected(`${field}.${key}`, value, 'a string');
    checkHeader(`${field}.${key}`, value);
  }
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  if (text(contentType) !== null && !/^[\w.+-]+\/[\w.+-]+$/.test(text(contentType) ?? ''))
    throw expected(`${field}.contentType`, contentType, 'a type such as "application/pdf"');
  if (/[<>\s]/.test(text(cid) ?? '')) throw expected(`${field}.cid`, cid, 'a name without spaces');
  const common = { contentType: text(contentType), cid: text(cid) };
  if (typeof path === 'string') {
    if (/^[a-z][a-z\d+.-]+:/i.test(path)) throw expected(`${field}.path`, path, 'the path of a file, not an address');
    return { ...common, filename: text(filename) ?? basename(path), content: null, path: resolve(app.basePath, path) };
  }
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    throw expected(`${field}.content`, content, 'a string or bytes, or a "path" beside it');
  if (text(filename) === null) throw expected(`${field}.filename`, filename, 'a name');
  return {
    ...common,
    filename: text(filename) ?? '',
    content: Buffer.from(content as string).toString('base64'),
    path: null,
  };
};
