import { STATUS_CODES } from 'node:http';
import { type Application, HttpError } from '@taproot/core';
import type { LocalText, Texts } from '@taproot/core/plugin';
import type { ErrorView } from '../shared/error-view.ts';

/** The strings of an error for clients, in the language of one request. */
export interface ClientTexts {
  /** The phrase of the status, such as `Not Found`. */
  readonly phrase: LocalText;
  readonly message: LocalText;
  /** A text of the group `errors`, else the English one. */
  readonly word: (key: string, english: string) => LocalText;
}

/**
 * The text of an error for the client. Language files have it under `errors.<code>`. The message of an `HttpError` may itself be a key.
 * Without a translation, the message counts as a text in the language of the request.
 */
export const clientTexts = (app: Application, locale: string, error: unknown, seen: ErrorView): ClientTexts => {
  const { status, code, message, values } = seen;
  const english = STATUS_CODES[status] ?? 'Error';
  const general = `E_HTTP_${status}`;
  const find: Texts['find'] = (key, wanted, given) => app.provided('texts')?.find(key, wanted, given) ?? null;
  const word = (key: string, text: string): LocalText => find(`errors.${key}`, locale) ?? { text, locale: 'en' };
  const phrase = word(general, english);
  // A developer searches the code for the message, so it stays untranslated.
  if (status >= 500 && app.debug) return { phrase, message: { text: message, locale: 'en' }, word };
  const own = code === general ? null : find(`errors.${code}`, locale, values);
  if (own !== null) return { phrase, message: own, word };
  if (message === english) return { phrase, message: phrase, word };
  const written = { text: message, locale: error instanceof HttpError ? locale : 'en' };
  return { phrase, message: find(message, locale, values) ?? written, word };
};
