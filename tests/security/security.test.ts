import { describe, expect, test } from '@jest/globals';
import type { Config } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { security } from '@taproot/security';
import { testApplication } from '@taproot/testing';
import { drivers } from '../support/drivers.ts';

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

describe.each(drivers)('security headers on the %s driver', (driver) => {
  const boot = (config: Config['security'] = {}) =>
    testApplication({
      plugins: [routing({ driver, listen: false, trusted_proxies: ['127.0.0.1'] }), fastify(), security()],
      config: { security: config },
      register: ({ facades }) => {
        const route = facades.Route();
        route.get('/json', () => ({ ok: true }));
        route.get('/page', (ctx) => ctx.response().html(200, '<h1>Hi</h1>'));
        route.get('/nonce', (ctx) => {
          const request = ctx.request();
          return ctx.response().html(200, `<script nonce="${request.cspNonce()}">${request.cspNonce()}</script>`);
        });
        route.get('/own', (ctx) =>
          ctx
            .response()
            .header('Content-Security-Policy', 'sandbox')
            .header('Referrer-Policy', 'no-referrer')
            .html(200, ''),
        );
        route.get('/fails', () => {
          throw new Error('fails');
        });
      },
    });
  const get = async (
    app: Awaited<ReturnType<typeof boot>>,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ) => app.facades.Route().fetch(new Request(`http://localhost${path}`, { headers }));

  test('every response has those that fit it', async () => {
    await using app = await boot();
    const page = await get(app, '/page');
    expect(Object.fromEntries(page.headers)).toEqual({
      'content-length': '11',
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      date: expect.any(String),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      ...(page.headers.has('connection') ? { connection: expect.any(String) } : {}),
      ...(page.headers.has('keep-alive') ? { 'keep-alive': expect.any(String) } : {}),
    });
    const json = await get(app, '/json');
    expect([json.headers.get('x-content-type-options'), json.headers.get('content-security-policy')]).toEqual([
      'nosniff',
      null,
    ]);
    for (const path of ['/nowhere', '/fails'])
      expect((await get(app, path)).headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  test('a nonce is in the policy when a page asks for it, and another one for each request', async () => {
    await using app = await boot();
    const [one, other] = [await get(app, '/nonce'), await get(app, '/nonce')];
    const [, nonce = '', again] = /nonce="([\w-]{22})">([\w-]{22})</.exec(await one.text()) ?? [];
    expect(again).toBe(nonce);
    expect(one.headers.get('content-security-policy')).toBe(
      policy
        .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
        .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`),
    );
    expect(other.headers.get('content-security-policy')).not.toContain(nonce);
  });

  test('what a handler sets, and the policy of the page of an error, win', async () => {
    await using app = await boot();
    const own = await get(app, '/own');
    expect([own.headers.get('content-security-policy'), own.headers.get('referrer-policy')]).toEqual([
      'sandbox',
      'no-referrer',
    ]);
    const absent = await get(app, '/nowhere', { accept: 'text/html' });
    expect(absent.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('HSTS is sent over TLS alone, also behind a proxy that ends it', async () => {
    await using app = await boot({ hsts: { max_age: '730d', subdomains: true, preload: true } });
    expect((await get(app, '/json')).headers.get('strict-transport-security')).toBeNull();
    const forwarded = await get(app, '/json', { 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.2.3.4' });
    expect(forwarded.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains; preload');
  });

  test('each header can be left out or be another one', async () => {
    await using app = await boot({
      csp: { 'default-src': ["'none'"], 'upgrade-insecure-requests': [] },
      csp_report_only: true,
      frame: null,
      referrer: null,
      opener: null,
      nosniff: false,
      permissions: 'camera=()',
    });
    const { headers } = await get(app, '/page');
    expect(headers.get('content-security-policy-report-only')).toMatch(/^default-src 'none';/);
    expect(headers.get('content-security-policy-report-only')).toContain('upgrade-insecure-requests');
    expect(headers.get('permissions-policy')).toBe('camera=()');
    for (const name of [
      'x-frame-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'x-content-type-options',
      'content-security-policy',
    ])
      expect([name, headers.get(name)]).toEqual([name, null]);
    await using none = await boot({ csp: null, hsts: null });
    expect((await get(none, '/page')).headers.get('content-security-policy')).toBeNull();
  });
});

test.each([
  [{ csp: { 'script-src': ['self'] } }, 'csp["script-src"]'],
  [{ csp: { 'script-src': ["'self'; default-src *"] } }, 'csp["script-src"]'],
  [{ csp: { script_src: ["'self'"] } }, 'csp["script_src"]'],
  [{ hsts: { preload: true } }, 'hsts.preload'],
])('a setting that browsers would not understand stops the boot: %j', async (config, setting) => {
  const starts = testApplication({ plugins: [routing({ listen: false }), security(config)] });
  await expect(starts).rejects.toMatchObject({ code: 'E_SECURITY_SETTING', message: expect.stringContaining(setting) });
});
