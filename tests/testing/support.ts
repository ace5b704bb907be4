import { AssertionError } from 'node:assert';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { http, type TestClient } from '@taproot/testing';
import { bootRoutes, type ServeOptions } from '../support/serve.ts';

/** Runs a test against an application of these routes, and closes it. */
export const withApp = async (
  register: (route: RootRouter) => void,
  test: (client: TestClient, app: Application) => Promise<void>,
  options: ServeOptions = {},
): Promise<void> => {
  const app = await bootRoutes(register, options);
  try {
    await test(http(app), app);
  } finally {
    await app.close();
  }
};

/** The assertion that fails in `work`. */
export const failureOf = async (work: () => unknown): Promise<AssertionError> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof AssertionError) return error;
    throw error;
  }
  throw new Error('No assertion failed.');
};

/** What the failing assertion says, up to the description of the response. */
export const problemOf = async (work: () => unknown): Promise<string> => {
  const { message } = await failureOf(work);
  return message.slice(0, message.indexOf('\n\n'));
};
