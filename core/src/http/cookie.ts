/** Attributes of a cookie (RFC 6265bis); `path` is `/` when left out. */
export interface CookieOptions {
  path?: string;
  domain?: string;
  expires?: Date;
  /** Seconds; 0 or less removes the cookie. */
  maxAge?: number;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: 'strict' | 'lax' | 'none';
  partitioned?: boolean;
}

/** A cookie to set; the value is URL-encoded on the way. */
export interface Cookie extends CookieOptions {
  name: string;
  value: string;
}
