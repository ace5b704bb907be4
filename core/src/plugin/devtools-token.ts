import { createHmac, randomBytes } from 'node:crypto';
import type { Application } from '../application/application.ts';
import { perApp } from './per-app.ts';

/**
 * The token of an application's devtools; a request without it gets no page. It is derived from `app.key`, so that the
 * console, other workers and the next start of the server have the same token. Without a key it is random for each
 * start.
 */
export const devtoolsToken = perApp((app: Application): string => {
  const { key } = app.config.app;
  const bytes = key === '' ? randomBytes(16) : createHmac('sha256', key).update('taproot devtools').digest();
  return bytes.subarray(0, 16).toString('base64url');
});
