import type { PendingSignIn } from '@taproot/account';
import type { Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    /** `password` is null for users who sign in with another site or a passkey alone. */
    users: { id: Generated<number>; name: string; email: string; password: string | null; created_at: Date };
  }
}

// What `facades.Auth(ctx).user()` gives: a row without its password.
declare module '@taproot/auth' {
  interface AuthUser extends Omit<Selectable<Tables['users']>, 'password'> {}
}

/** An account of another site, which is linked as soon as the address is confirmed. */
export interface Link {
  readonly provider: string;
  readonly subject: string;
}

// What links in mails are for, and the data in them.
declare module '@taproot/account' {
  interface TokenPurposes {
    register: { name: string; email: string; link: Link | null };
    'reset-password': Record<string, never>;
    'change-email': { email: string };
  }
}

// What the session of a browser holds.
declare module '@taproot/session' {
  interface SessionValues {
    /** A message for the next page. */
    status: string;
    /** Unix seconds of the last proof of who uses the browser. */
    confirmedAt: number;
    /** The page that a guest wanted. */
    intended: string;
    /** A login that waits for the second factor. */
    pendingLogin: { user: string; remember: boolean; at: number };
    pendingSignIn: PendingSignIn & { linkTo: string | null };
    passkeyChallenge: string;
  }
}
