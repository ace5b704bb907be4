import type { Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    users: {
      id: Generated<number>;
      organisation_id: number;
      name: string;
      email: string;
      password: string;
      /** Customers write tickets, agents answer them, administrators look after the organisation, too. */
      role: 'customer' | 'agent' | 'admin';
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
