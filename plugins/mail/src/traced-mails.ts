import { defineChannel } from '@taproot/core/plugin';

/** A mail that is sent, or left to the queue. */
interface TracedMail {
  readonly name: string;
  readonly subject: string;
  /** How many people get it. */
  readonly recipients: number;
  readonly transport: string;
}

/** Mails, for devtools, OpenTelemetry and the log. They contain no addresses, because those are personal. */
export const mails = defineChannel<TracedMail>('mail', {
  name: ({ name, subject }) => (name === '' ? subject : name),
  facts: ({ subject, recipients, transport }) => ({ subject, recipients, transport }),
  span: 'client',
});
