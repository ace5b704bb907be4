import type { Handler } from '@taproot/core';
import { leavesBody } from '../handler/leaves-body.ts';
import { nodeHandler } from './mount.ts';
import { checkListener, type NodeHandler } from './mounted.ts';

/**
 * Makes a handler that lets `old` answer, with the address unchanged. Use it for single routes of an old application, and
 * `route.mountNode()` for all addresses below a path. The response also gets the headers that were set on `ctx.response()` before, such as
 * those of CORS, rate limits and `X-Request-Id`; a header that `old` sets itself wins. Headers that middleware sets after `next()` come too
 * late. The body stays unread, so that `old` can read it. An error that `old` throws becomes a response.
 * @throws E_MOUNT_HANDLER for anything but a function.
 * @throws E_MOUNT_BODY (on a request) when Taproot has read the body: call `.rawBody()` on the route.
 * @example route.any('/orders/{id}', handOver(express))
 */
export const handOver = (old: NodeHandler): Handler => {
  checkListener('handOver', old);
  return leavesBody(nodeHandler({ call: 'handOver()', listener: old, depth: 0 }));
};
