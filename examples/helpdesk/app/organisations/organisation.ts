import type { Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    organisations: {
      id: Generated<number>;
      name: string;
      /** The name in addresses, such as `acme`. */
      slug: string;
      /** Decides how many requests its users may send. */
      plan: Generated<'free' | 'team'>;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

export type Organisation = Selectable<Tables['organisations']>;
