import { definePlugin, type Options } from '@taproot/core/plugin';
import { checkConfig, securityDefaults } from './config.ts';
import { nonceOf, SecurityHeaders } from './security-headers.ts';

declare module '@taproot/core' {
  interface RequestMethods {
    /**
     * The nonce of this page for `<script nonce="...">` and `<style nonce="...">`: 22 random characters, the same at every call in a
     * request. The policy of the response names it.
     */
    cspNonce(): string;
  }
}

/**
 * Security headers on every response: content security policy with nonces, HSTS, frames, referrers. Settings are in config/security.ts. A
 * header that a handler sets wins.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/security`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), security()])
 */
export const security = (options?: Options<'security'>) =>
  definePlugin({
    name: 'security',
    requires: ['routing'],
    config: { security: securityDefaults },
    options: { security: options },
    provides: { nonce: () => nonceOf },
    request: { cspNonce: (ctx) => () => nonceOf(ctx) },
    // `edge`, so that refusals by inner middleware and pages of errors have the headers, too.
    globalMiddleware: (app) => [{ slot: 'edge', middleware: new SecurityHeaders(app.config.security) }],
    apply: (app) => checkConfig(app.config.security),
  });
