import type { Input, Request } from '@taproot/core';

/** All that a request sent; a promise only where its body is still to be read, as it is before the handler. */
export const requestInput = (request: Request): Input | Promise<Input> => {
  try {
    return request.all();
  } catch {
    // Unread, or wrong in some other way: that is told again.
    return request.body().then(() => request.all());
  }
};
