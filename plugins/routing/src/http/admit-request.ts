import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FrameworkError } from '@taproot/core';
import type { HttpConfig } from '../config.ts';
import { errors } from '../errors.ts';
import { canonicalPath, originForm } from '../router/canonical-path.ts';

type Refuse = (error: Error, req: IncomingMessage, res: ServerResponse) => void;

/** Puts the canonical path into `req.url`, where router, middleware and native plugins alike read it. */
const canonicalize = (req: IncomingMessage): void => {
  const target = req.url ?? '/';
  // RFC 9112 3.2.4: only OPTIONS may ask for the server as a whole.
  if (target === '*' && req.method === 'OPTIONS') return;
  const form = originForm(target);
  const query = form.indexOf('?');
  const path = query === -1 ? form : form.slice(0, query);
  const canonical = canonicalPath(path);
  if (canonical !== path || form !== target) req.url = query === -1 ? canonical : canonical + form.slice(query);
};

/** Stands before the driver: a request that is not well formed is answered here and never matched. */
export const admitRequest = (
  check: (req: IncomingMessage) => FrameworkError | null,
  config: HttpConfig,
  listener: RequestListener,
  refuse: Refuse,
): RequestListener => {
  return (req, res) => {
    try {
      const fault = check(req) ?? (methods.has(req.method ?? '') ? null : errors.E_METHOD_UNKNOWN({ method: req.method ?? '' }));
      if (fault !== null) return refuse(fault, req, res);
      canonicalize(req);
    } catch (error) {
      return refuse(error as Error, req, res);
    }
    listener(req, res);
  };
};

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY']);
