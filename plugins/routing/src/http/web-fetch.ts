import type { RequestListener } from 'node:http';

/** Answers a Web-standard request through a listener, in process. */
export const webFetch = async (listener: RequestListener, request: globalThis.Request): Promise<globalThis.Response> => {
  const { inject } = await import('./inject.ts');
  return inject(listener, request);
};
