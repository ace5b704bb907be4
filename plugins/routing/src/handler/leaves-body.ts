import type { Handler } from '@taproot/core';

const leaving = new WeakSet<object>();

/** Marks a handler that passes the request on to other code, which reads the body. Its routes need no `.rawBody()`. */
export const leavesBody = (handler: Handler): Handler => {
  leaving.add(handler);
  return handler;
};

/** Whether a handler was marked by `leavesBody()`. */
export const doesLeaveBody = (handler: Handler): boolean => leaving.has(handler);
