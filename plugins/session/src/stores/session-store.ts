/** A session as stores keep it. Times are Unix seconds. */
export interface SessionRecord {
  /** When the session began, or its last login. */
  readonly began: number;
  /** When a request used it last; written at most every tenth of its lifetime. */
  readonly touched: number;
  /** The guard and the id of the user who is logged in, as `web:7`; null for a guest. */
  readonly user: string | null;
  /** The values as JSON, by key. */
  readonly values: ReadonlyMap<string, string>;
}

/** The changes of one request. Keys that it did not change are not in here, so that parallel requests keep theirs. */
export interface SessionChanges {
  /** New values as JSON, by key. */
  readonly set: ReadonlyMap<string, string>;
  /** Keys to remove. */
  readonly removed: readonly string[];
  /** The time of the request. */
  readonly touched: number;
  /** The seconds that the session has left, if no request uses it. */
  readonly lives: number;
}

/** A session in the list of its user. */
export interface ListedSession extends Pick<SessionRecord, 'began' | 'touched'> {
  /** The public id: it names the session, and cannot open it. */
  readonly id: string;
}

/**
 * Keeps sessions on the server. `id` is a hash of the secret in the cookie, so a reader of the store cannot use its sessions.
 */
export interface SessionStore {
  /** The session; null when there is none, or it was ended. The caller checks its times. */
  read(id: string): Promise<SessionRecord | null>;
  /** Adds a session, which lives for this many seconds without a request. */
  create(id: string, record: SessionRecord, lives: number): Promise<void>;
  /** Changes these keys, and no other ones. False when the session was ended: it must not come back. */
  change(id: string, changes: SessionChanges): Promise<boolean>;
  /** Ends a session; false when there was none. */
  end(id: string): Promise<boolean>;
  /** The sessions of a user, as `web:7`. */
  ofUser(user: string): Promise<readonly ListedSession[]>;
  /** Called before the server opens: the place to connect, and to fail where it never can. */
  open?(): Promise<void>;
  /** Called when the application closes. */
  close?(): Promise<void>;
}

/** The record after the changes. */
export const changed = (record: SessionRecord, { set, removed, touched }: SessionChanges): SessionRecord => {
  const values = new Map([...record.values, ...set]);
  for (const key of removed) values.delete(key);
  return { ...record, values, touched: Math.max(record.touched, touched) };
};

/** One JSON object of all values, whose members are the JSON of each. */
export const toJson = (values: ReadonlyMap<string, string>): string =>
  `{${[...values].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;

/** The values of such an object, as JSON by key. */
export const fromJson = (values: object): ReadonlyMap<string, string> =>
  new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
