import { stringifyCookie } from 'cookie';

// The characters of a cookie-octet (RFC 6265 4.1.1) except `%`, because values are decoded when they are read. All others stay unchanged,
// because some packages, such as a session for Koa, read them without decoding.
const encode = (value: string): string =>
  value.toWellFormed().replaceAll(/[^!#$&'()*+\-./0-9:<=>?@A-Z[\]^_`a-z{|}~]+/gu, encodeURIComponent);

/** The `Cookie` header of these cookies; their values are URL-encoded where necessary. */
export const cookieHeader = (cookies: Readonly<Record<string, string>>): string => stringifyCookie(cookies, { encode });
