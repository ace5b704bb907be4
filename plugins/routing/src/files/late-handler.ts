import type { Handler } from '@taproot/core';

/** A handler that is loaded by the first request for it; from then on it is called as it is. */
export const lateHandler = (load: () => Promise<Handler>): Handler => {
  let handler: Handler | null = null;
  let loading: Promise<Handler> | null = null;
  const loaded = async (): Promise<Handler> => {
    try {
      return (handler = await load());
    } finally {
      // If it failed, for example because too many files were open, the next request tries again.
      loading = null;
    }
  };
  return (ctx) => {
    if (handler !== null) return handler(ctx);
    loading ??= loaded();
    return loading.then((made) => made(ctx));
  };
};
