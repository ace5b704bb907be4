/** A user as `facades.Auth(ctx).user()` gives it; merged by the application: `interface AuthUser { id: number }`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface AuthUser {}

/** The argument of `attempt()`, as it came from the client: the password, and the columns that identify the user. */
export interface Credentials {
  /** The password in plain text, as the client sent it. */
  readonly password?: unknown;
  readonly [column: string]: unknown;
}

/** A user and the hash of its password; null when it has none. */
export interface Found {
  /** The user that was found. */
  readonly user: AuthUser;
  /** Hash of the password; null for a user without a password. */
  readonly hash: string | null;
}

/** Finds users. A provider that already has an answer returns it without a promise, which makes requests faster. */
export interface UserProvider {
  /** The user with this id; null when there is none, or when the user was deleted. */
  findById(id: string): AuthUser | null | Promise<AuthUser | null>;
  /** The user whom the credentials name. Does not look at the password. */
  findByCredentials(credentials: Credentials): Found | null | Promise<Found | null>;
  /** The id of a user, as text; not empty. */
  idOf(user: AuthUser): string;
  /**
   * Replaces `old` by a new hash of the same password, unless the stored hash has changed. Without this method, hashes
   * are not renewed.
   */
  saveHash?(user: AuthUser, hash: string, old: string): Promise<void>;
  /** Called at boot for providers of guards that a route uses. Check settings here, so that a mistake stops the boot. */
  prepare?(): void;
}
