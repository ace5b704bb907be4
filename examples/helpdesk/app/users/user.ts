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
      /** When the user opened the link that was mailed to the address; null before. Mails of tickets go to confirmed addresses alone. */
      confirmed_at: Date | null;
      created_at: Date;
    };
  }
}

// What links in mails are for, and the data in them.
declare module '@taproot/account' {
  interface TokenPurposes {
    'confirm-address': Record<string, never>;
    'reset-password': Record<string, never>;
  }
}

// What `facades.Auth(ctx).user()` gives: a row without its password.
declare module '@taproot/auth' {
  interface AuthUser extends Omit<Selectable<Tables['users']>, 'password'> {}
}
