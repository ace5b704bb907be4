import type { Texts } from '@taproot/core/plugin';
import type { Address } from './address.ts';

/** A translation in the locale of the mail: `t('mail.welcome', { name })`. The key itself without a translation. */
export type Translate = (key: string, values?: Parameters<Texts['find']>[2]) => string;

/** A part of a mail: a string, or a function that makes it in the locale of the mail. */
export type Wording = string | ((t: Translate) => string);

/** A file in a mail. */
export type Attachment = {
  /** Its type; by default that of the end of its name. */
  readonly contentType?: string;
  /** A name for `<img src="cid:logo">` in the HTML; none by default. */
  readonly cid?: string;
} & (
  | {
      /** Its name. */
      readonly filename: string;
      /** Its content. */
      readonly content: string | Uint8Array;
    }
  | {
      /** Its name; by default that of the file. */
      readonly filename?: string;
      /** A file on the disk, read when the mail is sent; relative ones lie in the application. */
      readonly path: string;
    }
);

/** How readers leave a list: mail programs show it as a button. */
export interface ListUnsubscribe {
  /** A page, `https://...`. Mail programs send it a POST (RFC 8058), so it must act without a further click. */
  readonly url?: string;
  /** An address that leaves the list when it gets a mail. */
  readonly mailto?: string;
}

/** A mail. */
export interface Message {
  /** A name for logs, devtools and tests: `welcome`. None by default. */
  readonly name?: string;
  /** The sender; `mail.from` by default. */
  readonly from?: Address;
  /** The recipients. */
  readonly to?: Address | readonly Address[];
  /** Recipients of a copy. */
  readonly cc?: Address | readonly Address[];
  /** Recipients of a copy that the others do not see. */
  readonly bcc?: Address | readonly Address[];
  /** Where answers go; to the sender by default. */
  readonly replyTo?: Address | readonly Address[];
  /** The subject, in any characters. */
  readonly subject: Wording;
  /** The text. If it is left out, it is made from the HTML. */
  readonly text?: Wording;
  /** The HTML. Escape values of users in it. */
  readonly html?: Wording;
  /** Files. None by default. */
  readonly attachments?: readonly Attachment[];
  /** Further headers, such as `{ 'X-Entity-Ref-ID': id }`. Those that a mail has anyway are refused. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How readers leave a list. */
  readonly listUnsubscribe?: ListUnsubscribe;
  /** The locale of its parts, and its header `Content-Language`; that of the application by default. */
  readonly locale?: string;
}

/**
 * Declares a mail, for a type without a name of its own. `facades.Mail().send()` checks it.
 *
 * @example export const welcome = (user: User) => mail({ name: 'welcome', to: user.email, subject: 'Welcome', html: `<h1>Hello</h1>` });
 */
export const mail = (message: Message): Message => Object.freeze({ ...message });
