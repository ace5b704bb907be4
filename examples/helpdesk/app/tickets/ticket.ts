import type { Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    tickets: {
      id: Generated<number>;
      organisation_id: number;
      customer_id: number;
      /** The agent who has taken it; null before. */
      agent_id: number | null;
      subject: string;
      /** `open` waits for an agent, `answered` for the customer. */
      status: Generated<'open' | 'answered' | 'closed'>;
      created_at: Generated<Date>;
      /** When the last reply came, or the status changed. */
      updated_at: Generated<Date>;
    };
    replies: {
      id: Generated<number>;
      ticket_id: number;
      user_id: number;
      body: string;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

export type Ticket = Selectable<Tables['tickets']>;

export const statuses = ['open', 'answered', 'closed'] as const;
