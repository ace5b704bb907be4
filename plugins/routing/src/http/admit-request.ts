import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FrameworkError, Handler } from '@taproot/core';
import { errors } from '../errors.ts';
import { canonicalPath, originForm } from '../router/canonical-path.ts';

/** What answers requests beside the routes. */
export interface Aside {
  refuse(error: unknown, req: IncomingMessage, res: ServerResponse): void;
  /** Answers `OPTIONS *`. */
  serverOptions(req: IncomingMessage, res: ServerResponse): void;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

// RFC 9110 9.3.7: `OPTIONS *` asks what the server as a whole can do.
export const serverOptions: Handler = (ctx) =>
  ctx
    .response()
    .header('Allow', [...methods].join(', '))
    .noContent();

/** Puts the canonical path into `req.url`, where router, middleware and native plugins alike read it. */
const canonicalize = (req: IncomingMessage): void => {
  const target = req.url ?? '/';
  const form = originForm(target);
  const query = form.indexOf('?');
  const path = query === -1 ? form : form.slice(0, query);
  const canonical = canonicalPath(path);
  if (canonical !== path || form !== target) req.url = query === -1 ? canonical : canonical + form.slice(query);
};

/** Stands before the driver: a request that is not well formed is answered here and never matched. */
export const admitRequest = (
  check: (req: IncomingMessage) => FrameworkError | null,
  listener: RequestListener,
  aside: Aside,
): RequestListener => {
  return (req, res) => {
    const { method = '', url } = req;
    try {
      const fault = check(req);
      if (fault !== null) return aside.refuse(fault, req, res);
      if (!methods.has(method)) return aside.refuse(errors.E_METHOD_UNKNOWN({ method }), req, res);
      if (url === '*' && method === 'OPTIONS') return aside.serverOptions(req, res);
      canonicalize(req);
    } catch (error) {
      return aside.refuse(error, req, res);
    }
    listener(req, res);
  };
};
