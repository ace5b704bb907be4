import type { ColumnType, Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    invoices: {
      id: Generated<number>;
      number: string;
      booking_id: number;
      user_id: number;
      /** A decimal string, such as '12.50'; negative for a credit. */
      total: ColumnType<string, string | number>;
      /** A date, such as '2026-01-31'. */
      issued_on: string;
      /** When the mail server accepted the invoice; null before. */
      sent_at: Date | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    counters: { name: string; value: number };
  }
}

export type Invoice = Selectable<Tables['invoices']>;
