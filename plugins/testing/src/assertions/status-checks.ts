import { STATUS_CODES } from 'node:http';
import type { Check } from './check.ts';

/** The statuses with their own assertion. */
export const statuses = {
  assertOk: 200,
  assertCreated: 201,
  assertAccepted: 202,
  assertPartialContent: 206,
  assertMovedPermanently: 301,
  assertFound: 302,
  assertSeeOther: 303,
  assertNotModified: 304,
  assertTemporaryRedirect: 307,
  assertPermanentRedirect: 308,
  assertBadRequest: 400,
  assertUnauthorized: 401,
  assertPaymentRequired: 402,
  assertForbidden: 403,
  assertNotFound: 404,
  assertMethodNotAllowed: 405,
  assertNotAcceptable: 406,
  assertRequestTimeout: 408,
  assertConflict: 409,
  assertGone: 410,
  assertContentTooLarge: 413,
  assertUnsupportedMediaType: 415,
  assertUnprocessable: 422,
  assertTooManyRequests: 429,
  assertInternalServerError: 500,
  assertServiceUnavailable: 503,
} as const;

const named = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();

const hasStatus =
  (expected: number): Check =>
  ({ status }) =>
    status === expected ? null : `Expected status ${named(expected)}, but got ${named(status)}.`;

const isWithin =
  (from: number, to: number, family: string): Check =>
  ({ status }) =>
    status >= from && status <= to ? null : `Expected ${family} (${from} to ${to}), but got ${named(status)}.`;

type ExactChecks = { readonly [Name in keyof typeof statuses]: () => Check };

const exact = Object.fromEntries(
  Object.entries(statuses).map(([name, status]) => [name, () => hasStatus(status)]),
  // The cast restores the names, which the type of Object.fromEntries loses.
) as ExactChecks;

export const statusChecks = {
  ...exact,
  assertStatus: hasStatus,
  assertSuccessful: () => isWithin(200, 299, 'a successful status'),
  assertClientError: () => isWithin(400, 499, 'a client error'),
  assertServerError: () => isWithin(500, 599, 'a server error'),

  /** The status, 204 if none is given, and no body. */
  assertNoContent:
    (status = 204): Check =>
    (response) =>
      hasStatus(status)(response) ??
      (response.body.length === 0 ? null : `Expected no body, but got ${response.body.length} bytes.`),
};
