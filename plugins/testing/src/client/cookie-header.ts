import { stringifyCookie } from 'cookie';

// RFC 6265 4.1.1, cookie-octet, but for `%`: values are decoded where they are read. What may stay does, since
// packages such as a session of Koa's read it without decoding.
const encode = (value: string): string =>
  value.toWellFormed().replaceAll(/[^!#$&'()*+\-./0-9:<=>?@A-Z[\]^_`a-z{|}~]+/gu, encodeURIComponent);

/** The `Cookie` header of these cookies; their values are URL-encoded where they have to be. */
export const cookieHeader = (cookies: Readonly<Record<string, string>>): string => stringifyCookie(cookies, { encode });
