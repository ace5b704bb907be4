/** Judges hashes of one foreign kind: those that users bring along from another application. */
export interface PasswordVerifier {
  /**
   * Whether a hash is of this kind, by its form: `hash.startsWith('$2')`. argon2id never comes here, because `Hash` checks it
   * itself.
   */
  knows(hash: string): boolean;
  /** Whether a password is the one of the hash; only `true` says so. An error of it fails the login with 500. */
  check(password: string, hash: string): boolean | Promise<boolean>;
}
