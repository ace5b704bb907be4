import { describeValue } from '@taproot/core/plugin';
import { type Address, control, encodedWord, type Mailbox, readAddress } from './address.ts';
import { errors } from './errors.ts';
import type { ListUnsubscribe, Message } from './message.ts';

/** Headers that a mail gets from its other members. A second one of them could contradict the first. */
const taken = new Set(
  'from sender to cc bcc reply-to subject date message-id mime-version content-type content-transfer-encoding content-disposition content-language list-unsubscribe list-unsubscribe-post dkim-signature received return-path'.split(
    ' ',
  ),
);

/** The error for a member that has a wrong value. */
export const expected = (field: string, value: unknown, wanted: string, hint = ''): Error =>
  errors.E_MAIL_MESSAGE({ field, value: describeValue(value), expected: wanted, hint });

const refused = (field: string, value: string, reason: string): Error =>
  errors.E_MAIL_HEADER({ field, value: describeValue(value), reason });

/** No line of a mail may be longer than 998 bytes (RFC 5322), and lines break at spaces alone. */
const longestWord = 900;

/** Checks a part of a header. Throws `E_MAIL_HEADER`. */
export const checkHeader = (field: string, value: string): string => {
  if (value.split(' ').some((word) => Buffer.byteLength(word) > longestWord))
    throw refused(field, value, `it contains more than ${longestWord} bytes without a space`);
  if (encodedWord.test(value))
    throw refused(field, value, 'it contains an encoded word (RFC 2047), which mail programs show as another text');
  if (control.test(value)) throw refused(field, value, 'it contains a line break or control character');
  return value;
};

/** Reads an address or a list of them. Throws `E_MAIL_ADDRESS`. */
export const readList = (field: string, given: Address | readonly Address[] | undefined): readonly Mailbox[] => {
  if (given === undefined) return [];
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  return list.map((one, at) => readAddress(Array.isArray(given) ? `${field}.${at}` : field, one));
};

/** Reads further headers. Throws `E_MAIL_HEADER` and `E_MAIL_MESSAGE`. */
export const readHeaders = (given: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  for (const [name, value] of Object.entries(given)) {
    const field = `headers.${name}`;
    if (!/^[A-Za-z\d-]{1,76}$/.test(name))
      throw refused('headers', name, 'names of headers have letters, digits and "-"');
    if (taken.has(name.toLowerCase()))
      throw expected(field, value, 'no such header, because the mail has it from its other members');
    if (typeof value !== 'string') throw expected(field, value, 'a string');
    checkHeader(field, value);
  }
  return given;
};

/** The headers of a list that can be left. Throws `E_MAIL_MESSAGE` and `E_MAIL_ADDRESS`. */
export const unsubscribing = ({ url, mailto }: ListUnsubscribe): Readonly<Record<string, string>> => {
  const ways: string[] = [];
  if (url !== undefined) {
    if (!URL.canParse(url) || !/^https:\/\/[^\s<>,]+$/.test(url))
      throw expected('listUnsubscribe.url', url, 'an address that begins with https://');
    ways.push(checkHeader('listUnsubscribe.url', `<${url}>`));
  }
  if (mailto !== undefined) ways.push(`<mailto:${readAddress('listUnsubscribe.mailto', mailto).address}>`);
  if (ways.length === 0) return {};
  return {
    'List-Unsubscribe': ways.join(', '),
    ...(url === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
};

/**
 * Declares a mail, for a type without a name of its own. Addresses, headers and a subject that is a string are checked here, so that the error
 * names this line; `facades.Mail().send()` checks the rest.
 *
 * @throws E_MAIL_ADDRESS, E_MAIL_HEADER, E_MAIL_MESSAGE
 * @example export const welcome = (user: User) => mail({ name: 'welcome', to: user.email, subject: 'Welcome', view: { name: 'mails/welcome', props: { user } } });
 */
export const mail = (message: Message): Message => {
  const { subject, from, headers, listUnsubscribe } = message;
  if (from !== undefined) readAddress('from', from);
  for (const field of ['to', 'cc', 'bcc', 'replyTo'] as const) readList(field, message[field]);
  if (typeof subject === 'string') checkHeader('subject', subject);
  if (headers !== undefined) readHeaders(headers);
  if (listUnsubscribe !== undefined) unsubscribing(listUnsubscribe);
  return Object.freeze({ ...message });
};
