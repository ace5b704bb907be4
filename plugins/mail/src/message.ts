import type { PageProps } from '@taproot/core/internal';
import type { Texts } from '@taproot/core/plugin';
import type { Address } from './address.ts';

/** A translation in the locale of the mail: `t('mail.welcome', { name })`. The key itself without a translation. */
export type Translate = (key: string, values?: Parameters<Texts['find']>[2]) => string;

/** A part of a mail: a string, or a function that makes it in the locale of the mail. */
export type Wording = string | ((t: Translate) => string);

/** A view with its props, as `npx taproot types` knows them; any, if the application declares none. */
export type MailView = keyof PageProps extends never
  ? { readonly name: string; readonly props?: object }
  : {
      readonly [Name in keyof PageProps]: {} extends PageProps[Name]
        ? { readonly name: Name; readonly props?: PageProps[Name] }
        : { readonly name: Name; readonly props: PageProps[Name] };
    }[keyof PageProps];

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
      /** A file, read when the mail is sent; relative ones lie in the application. */
      readonly path: string;
      /** The disk of `storage.disks` on which `path` is; by default it is a file of this machine. Needs `storage()` of @taproot/storage. */
      readonly disk?: string;
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
  /**
   * A view whose page is the HTML: `{ name: 'mails/welcome', props: { user } }`. It is made in the locale of the mail, without a request.
   * Needs `views()` of @taproot/views.
   */
  readonly view?: MailView;
  /** Files. None by default. */
  readonly attachments?: readonly Attachment[];
  /** Further headers, such as `{ 'X-Entity-Ref-ID': id }`. Those that a mail has anyway are refused. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How readers leave a list. */
  readonly listUnsubscribe?: ListUnsubscribe;
  /** The locale of its parts, and its header `Content-Language`; that of the application by default. */
  readonly locale?: string;
}
