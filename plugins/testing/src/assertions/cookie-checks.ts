import type { Check } from './check.ts';
import { isExpired, type TestCookie } from './test-cookie.ts';

const withCookie =
  (name: string, question: (cookie: TestCookie) => string | null): Check =>
  (response) => {
    const cookie = response.cookie(name);
    if (cookie !== undefined) return question(cookie);
    const others = response.cookies.map((other) => other.name).join(', ') || 'none';
    return `Expected the cookie ${name}, but the response does not set it; it sets: ${others}.`;
  };

export const cookieChecks = {
  /** The response sets this cookie, with exactly this value after decoding. */
  assertCookie: (name: string, value?: string): Check =>
    withCookie(name, (cookie) =>
      value === undefined || cookie.value === value
        ? null
        : `Expected the cookie ${name} to be ${JSON.stringify(value)}, but it is ${JSON.stringify(cookie.value)}.`,
    ),

  /** The response removes this cookie. */
  assertCookieExpired: (name: string): Check =>
    withCookie(name, (cookie) =>
      isExpired(cookie) ? null : `Expected the cookie ${name} to be expired, but it is not.`,
    ),

  assertCookieNotExpired: (name: string): Check =>
    withCookie(name, (cookie) =>
      isExpired(cookie) ? `Expected the cookie ${name} to last, but it is expired.` : null,
    ),

  assertCookieMissing:
    (name: string): Check =>
    (response) =>
      response.cookie(name) === undefined ? null : `Expected no cookie ${name}, but the response sets it.`,
};
