import type { Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    attachments: {
      id: Generated<number>;
      ticket_id: number;
      /** The reply that brought it; null for one that belongs to the ticket as a whole. */
      reply_id: number | null;
      /** The name that the sender gave, for display. */
      name: string;
      /** Where it is on the disk: a random name. */
      path: string;
      size: number;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

export type Attachment = Selectable<Tables['attachments']>;
