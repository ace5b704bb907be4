import type { ServerResponse } from 'node:http';

/** Resolves once status and headers of a response are sent, or nobody waits for them any more. Node has no event for it. */
export const headSent = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (res.headersSent || res.destroyed) return resolve();
    const writeHead = res.writeHead.bind(res);
    Object.assign(res, {
      writeHead(...args: unknown[]): unknown {
        resolve();
        return Reflect.apply(writeHead, res, args);
      },
    });
    res.once('close', resolve);
  });
