import type { Application } from '@taproot/core';
import { webhooksOf } from '../webhooks-runtime.ts';

/**
 * Replaces the name service in a test, and trusts the certificates in `ca` alone, so that a server of the test can receive webhooks.
 *
 * @example replaceDns(app, async () => ['127.0.0.1']);
 */
export const replaceDns = (
  app: Application,
  resolve: (host: string) => Promise<readonly string[]>,
  ca?: string,
): void => {
  const { sender } = webhooksOf(app);
  sender.resolve = resolve;
  sender.ca = ca;
};
