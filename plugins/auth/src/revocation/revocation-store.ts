/** Remembers tokens that ended before their time. Times are Unix seconds. */
export interface RevocationStore {
  /** Remembers `key` until then; false when it was remembered already. Of several at once exactly one gets true. */
  claim(key: string, until: number): boolean | Promise<boolean>;
  /** Whether `key` is remembered. */
  has(key: string): boolean | Promise<boolean>;
  /** Called before the server opens: the place to connect, and to fail where it never can. */
  open?(): Promise<void>;
  /** Called when the application closes: the place to disconnect. */
  close?(): Promise<void>;
}
