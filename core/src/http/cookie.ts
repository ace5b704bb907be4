import type { Duration } from '../config/duration.ts';

/** Attributes of a cookie (RFC 6265bis); `path` is `/` when left out. */
export interface CookieOptions {
  /** Path below which the browser sends the cookie; `/` by default. */
  path?: string;
  /** The browser sends the cookie to every host of this domain; by default only to the host that set it. */
  domain?: string;
  /** When the browser forgets the cookie; by default when the user closes the browser. `maxAge` wins over `expires`. */
  expires?: Date;
  /** How long the browser keeps the cookie: seconds, or a string such as `'14d'`; 0 or less removes the cookie at once. */
  maxAge?: Duration;
  /** Send the cookie over TLS only; false by default. */
  secure?: boolean;
  /** Keep the cookie from scripts of the page; false by default. */
  httpOnly?: boolean;
  /**
   * Whether the browser sends the cookie with requests from other sites: `strict` never, `lax` when a link is followed, `none` always
   * (needs `secure`). Most browsers use `lax` when you leave it out.
   */
  sameSite?: 'strict' | 'lax' | 'none';
  /** Keep one cookie for each site that embeds this one (CHIPS); false by default. Needs `secure`. */
  partitioned?: boolean;
  /**
   * Encrypt the value: clients can neither read nor change it. Read it with `ctx.request().encryptedCookie(name)`. With `maxAge`, the value
   * also expires on the server. False by default. Needs `@taproot/crypt`.
   */
  encrypted?: boolean;
  /**
   * Sign the value: clients can read it, but not change it. Read it with `ctx.request().signedCookie(name)`. False by default. Needs
   * `@taproot/crypt`.
   */
  signed?: boolean;
}

/** A cookie to set; the value is URL-encoded on the way. */
export interface Cookie extends CookieOptions {
  /** Name of the cookie, a token of RFC 9110: letters, digits and most signs but no spaces. */
  name: string;
  /** Any text; it is URL-encoded. */
  value: string;
}
