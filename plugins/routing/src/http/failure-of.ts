import type { ServerResponse } from 'node:http';

const failures = new WeakMap<ServerResponse, unknown>();

/** Keeps the error a reply is made from, for as long as Node's response lives. */
export const noteFailure = (res: ServerResponse, error: unknown): void => {
  failures.set(res, error);
};

/** The error a reply was made from, for tests to show; undefined when a handler made it. */
export const failureOf = (res: ServerResponse): unknown => failures.get(res);
