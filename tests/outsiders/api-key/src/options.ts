/** Options of a guard with the driver `api-key`. */
export interface ApiKeyOptions {
  /** Header that carries the key; `X-Api-Key` when left out. */
  header?: string;
  /** Realm in the `WWW-Authenticate` of a 401; the name of the application when left out. */
  realm?: string;
  /** Ids of users by the SHA-256 of their key, in hex. */
  keys: Readonly<Record<string, string>>;
}

declare module '@taproot/auth' {
  interface GuardDrivers {
    'api-key': ApiKeyOptions;
  }
}
