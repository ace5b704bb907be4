import type { Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    users: {
      id: Generated<number>;
      email: string;
      password: string;
      /** Managers look after rooms, and see everybody's bookings and invoices. */
      role: Generated<'member' | 'manager'>;
      /** The language of the mails to this user. */
      locale: Generated<string>;
      created_at: Date;
    };
  }
}

// What `facades.Auth(ctx).user()` gives: a row without its password.
declare module '@taproot/auth' {
  interface AuthUser extends Omit<Selectable<Tables['users']>, 'password'> {}
}
