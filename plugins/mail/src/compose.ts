import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Application } from '@taproot/core';
import { didYouMean, lazy } from '@taproot/core/plugin';
import { type Mailbox, readAddress } from './address.ts';
import { checkHeader, expected, readHeaders, readList, unsubscribing } from './declaration.ts';
import { errors } from './errors.ts';
import type { Attachment, Message, Translate } from './message.ts';

/** A file of a composed mail: its content in base64, or the path of a file. */
export interface ComposedAttachment {
  /** Its name. */
  readonly filename: string;
  /** Its content in base64; null for a file of the disk. */
  readonly content: string | null;
  /** The path of a file: absolute, or on the disk of storage that `disk` names; null for content. */
  readonly path: string | null;
  /** The name of a disk of storage, from which the file is read when the mail is sent; null for none. */
  readonly disk: string | null;
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
  view: 0,
  attachments: 0,
  headers: 0,
  listUnsubscribe: 0,
  locale: 0,
} satisfies Record<keyof Message, 0>;

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

/**
 * Checks a message. The returned function completes it: that part may take its time. Throws `E_MAIL_ADDRESS`, `E_MAIL_MESSAGE`, `E_MAIL_HEADER`
 * and `E_MAIL_FROM`.
 */
export const compose = (app: Application, message: Message): (() => Promise<ComposedMail>) => {
  if (typeof message !== 'object' || message === null) throw expected('message', message, 'an object');
  for (const key of Object.keys(message))
    if (!Object.hasOwn(members, key))
      throw expected(key, Reflect.get(message, key), 'no such member', didYouMean(key, Object.keys(members)));
  const { name = '', locale, html, text, view, attachments = [], listUnsubscribe = {} } = message;
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
  if (html === undefined && text === undefined && view === undefined)
    throw expected('text', text, 'a text, HTML or a view');
  if (html !== undefined && view !== undefined) throw expected('html', html, 'no HTML beside its view');
  const page = view === undefined ? null : pageOf(app, view, locale);
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
  return async () => {
    const made = page === null ? written.html : await page();
    return { ...composed, html: made, text: written.text ?? (await textOfHtml(made ?? '')) };
  };
};

/** Makes the page of a mail. Throws `E_MAIL_MESSAGE` and `E_MAIL_PLUGIN`. */
const pageOf = (app: Application, view: unknown, locale: string | undefined): (() => Promise<string>) => {
  const { name, props = {} } = Object(view) as { readonly name?: unknown; readonly props?: unknown };
  if (typeof name !== 'string') throw expected('view.name', name, 'the name of a view');
  if (typeof props !== 'object' || props === null) throw expected('view.props', props, 'an object');
  const pages = app.provided('pages');
  if (pages === null) throw errors.E_MAIL_PLUGIN({ field: 'view', plugin: 'views() of @taproot/views' });
  return () => pages(name, props, localeOf(app, locale));
};

const localeOf = (app: Application, locale: string | undefined): string =>
  locale === undefined ? app.locale : (app.provided('texts')?.localeNamed(locale) ?? locale);

const translator = (app: Application, locale: string | undefined): Translate => {
  const texts = app.provided('texts');
  const named = localeOf(app, locale);
  return (key, values) => texts?.find(key, named, values)?.text ?? key;
};

const readAttachment = (app: Application, given: Attachment, field: string): ComposedAttachment => {
  const { filename, content, path, disk, contentType, cid } = given as Partial<
    Record<'filename' | 'content' | 'path' | 'disk' | 'contentType' | 'cid', unknown>
  >;
  for (const [key, value] of Object.entries({ filename, path, disk, contentType, cid })) {
    if (value === undefined) continue;
    if (typeof value !== 'string' || value === '') throw expected(`${field}.${key}`, value, 'a string');
    checkHeader(`${field}.${key}`, value);
  }
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  if (text(contentType) !== null && !/^[\w.+-]+\/[\w.+-]+$/.test(text(contentType) ?? ''))
    throw expected(`${field}.contentType`, contentType, 'a type such as "application/pdf"');
  if (/[<>\s]/.test(text(cid) ?? '')) throw expected(`${field}.cid`, cid, 'a name without spaces');
  const common = { contentType: text(contentType), cid: text(cid) };
  const name = text(filename);
  if (typeof path === 'string' && typeof disk === 'string') {
    if (app.provided('storedFile') === null)
      throw errors.E_MAIL_PLUGIN({ field: `${field}.disk`, plugin: 'storage() of @taproot/storage' });
    return { ...common, filename: name ?? basename(path), content: null, path, disk };
  }
  if (typeof path === 'string') {
    if (/^[a-z][a-z\d+.-]+:/i.test(path)) throw expected(`${field}.path`, path, 'the path of a file, not an address');
    return {
      ...common,
      filename: name ?? basename(path),
      content: null,
      path: resolve(app.basePath, path),
      disk: null,
    };
  }
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    throw expected(`${field}.content`, content, 'a string or bytes, or a "path" beside it');
  if (name === null) throw expected(`${field}.filename`, filename, 'a name');
  return { ...common, filename: name, content: Buffer.from(content).toString('base64'), path: null, disk: null };
};

/** The mail with the files that are on disks of storage. */
export const withStoredFiles = async (app: Application, mail: ComposedMail): Promise<ComposedMail> => {
  const read = app.provided('storedFile');
  const load = async (one: ComposedAttachment): Promise<ComposedAttachment> => {
    if (one.disk === null || one.path === null || read === null) return one;
    const content = Buffer.from(await read(one.disk, one.path)).toString('base64');
    return { ...one, content, path: null, disk: null };
  };
  return { ...mail, attachments: await Promise.all(mail.attachments.map(load)) };
};
