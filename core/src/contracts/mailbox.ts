/** A mail that was sent while you develop, as devtools show it. */
export interface KeptMail {
  /** The name of its page; letters, digits and `-`. */
  readonly id: string;
  /** When it was sent, as ISO 8601. */
  readonly at: string;
  /** The name of its declaration; empty without one. */
  readonly name: string;
  /** Its subject. */
  readonly subject: string;
  /** Sender and recipients, as `From`, `To`, `Cc`, `Bcc` and `Reply-To` show them; empty where there are none. */
  readonly people: Readonly<Record<'from' | 'to' | 'cc' | 'bcc' | 'replyTo', string>>;
  /** Its text. */
  readonly text: string;
  /** Its HTML; null without. */
  readonly html: string | null;
  /** The headers of the message as it was sent, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Names and sizes of its attachments, in bytes; a size is null for one whose file is gone. */
  readonly attachments: readonly { readonly filename: string; readonly bytes: number | null }[];
}

/** The mails that were sent while you develop. A mail plugin provides it. */
export interface Mailbox {
  /** The last mails, the latest first. */
  all(): Promise<readonly KeptMail[]>;
  /** One of them; null when it is gone. */
  find(id: string): Promise<KeptMail | null>;
}
