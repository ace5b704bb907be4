/** A site with which people sign in, for buttons. */
export interface Provider {
  /** Its name in the configuration. */
  readonly name: string;
  /** Its name on buttons. */
  readonly title: string;
}

/** A sign-in until the browser comes back. Keep it in the session. */
export interface PendingSignIn {
  /** The name of the provider. */
  readonly provider: string;
  /** Comes back with the browser: a callback that another browser began is refused. */
  readonly state: string;
  /** Comes back in the identity token, so that a token of another sign-in is refused. */
  readonly nonce: string;
  /** Proves to the provider that the code is for this sign-in (PKCE). */
  readonly verifier: string;
}

/** A user, as a provider knows them. */
export interface Profile {
  /** The name of the provider. */
  readonly provider: string;
  /** The user's id there, which never changes. */
  readonly subject: string;
  /** The address in lower case; null when the provider does not say. */
  readonly email: string | null;
  /** Whether the provider has checked the address. Never take an address that it has not checked for that of the user. */
  readonly emailVerified: boolean;
  /** The name that the user has there; may be empty. */
  readonly name: string;
}
