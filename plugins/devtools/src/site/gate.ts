import type { IncomingMessage } from 'node:http';
import { isLocalRequest } from '@taproot/core/plugin';

/** Where the pages are. */
export const home = '/_taproot';

const isAtHome = (target: string): boolean => /^\/_taproot(?:[/?]|$)/.test(target);

/**
 * Whether a request is answered by our pages. Every other one is passed to the application, to which the address means
 * nothing.
 */
export const isOurs = (req: IncomingMessage): boolean => isAtHome(req.url ?? '') && isLocalRequest(req);
