import type { Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    audit_log: {
      id: Generated<number>;
      organisation_id: number;
      /** Who did it; null for the schedule. */
      user_id: number | null;
      action: string;
      ticket_id: number | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

export type AuditEntry = Selectable<Tables['audit_log']>;
