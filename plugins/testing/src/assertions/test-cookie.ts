import { parseSetCookie, type SetCookie } from 'cookie';

/** A cookie that the response sets: its decoded value, and its attributes as sent. */
export interface TestCookie extends Readonly<Omit<SetCookie, 'value'>> {
  /** The value, URL-decoded. */
  readonly value: string;
}

/** The cookies of `Set-Cookie` headers, in the order of the headers. */
export const parseCookies = (headers: Headers): readonly TestCookie[] =>
  headers.getSetCookie().map((field) => {
    const cookie = parseSetCookie(field);
    return { ...cookie, value: cookie.value ?? '' };
  });

/** Whether a browser would drop the cookie at once. `Max-Age` wins over `Expires` (RFC 6265 5.3). */
export const isExpired = ({ maxAge, expires }: TestCookie): boolean => {
  if (maxAge !== undefined) return maxAge <= 0;
  return expires !== undefined && expires.getTime() <= Date.now();
};
