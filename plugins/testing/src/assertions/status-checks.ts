import { STATUS_CODES } from 'node:http';
import type { Check } from './check.ts';
import { statuses } from './statuses.ts';

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
  // Object.fromEntries forgets the names it was given.
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
