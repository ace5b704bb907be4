/** Judges hashes of one foreign kind: those that users bring along from another application. */
export interface PasswordVerifier {
  /**
   * Whether a hash is of this kind, by its form: `hash.startsWith('$2')`. argon2id never comes here, because `Hash` checks it
   * itself.
   */
  knows(hash: string): boolean;
  /** Whether a password matches the hash; only `true` means yes. If it throws, the login gets 500. */
  check(password: string, hash: string): boolean | Promise<boolean>;
}
