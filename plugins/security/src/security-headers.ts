import { randomBytes } from 'node:crypto';
import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import type { SecuritySettings } from './config.ts';

declare module '@taproot/core' {
  interface ContextValues {
    /** The nonce of this request's page; kept by the security plugin. */
    cspNonce: string;
  }
}

type Header = readonly [name: string, value: string];

/** The nonce of a request, made when the first caller asks. */
export const nonceOf = (ctx: Context): string => {
  const known = ctx.value('cspNonce');
  if (known !== undefined) return known;
  const nonce = randomBytes(16).toString('base64url');
  ctx.withValue('cspNonce', nonce);
  // A cache would send this nonce with the policy of another request.
  ctx.response().vary('*');
  return nonce;
};

/** The text of a policy, as a function of the nonce. Everything else is decided at boot. */
const policyOf = (csp: NonNullable<SecuritySettings['csp']>): ((nonce: string | undefined) => string) => {
  const text = (nonce: string): string =>
    Object.entries(csp)
      .map(([name, values]) =>
        [name, ...values.map((value) => (value === '{nonce}' ? nonce : value))].filter(Boolean).join(' '),
      )
      .join('; ');
  const plain = text('');
  const [begin = '', ...rest] = text('\0').split('\0');
  return (nonce) => (nonce === undefined ? plain : begin + rest.map((part) => `'nonce-${nonce}'${part}`).join(''));
};

const strictTransport = ({ max_age, subdomains, preload }: NonNullable<SecuritySettings['hsts']>): string =>
  [`max-age=${max_age}`, ...(subdomains ? ['includeSubDomains'] : []), ...(preload ? ['preload'] : [])].join('; ');

/** Sets the security headers of every response. A header that the response has already stays. */
export class SecurityHeaders implements Middleware {
  readonly #all: readonly Header[];
  /** Of pages alone: the policy means nothing to other clients. */
  readonly #ofPages: readonly Header[];
  readonly #policyName: string;
  readonly #policy: ((nonce: string | undefined) => string) | null;
  readonly #hsts: string | null;

  constructor({ csp, csp_report_only, hsts, frame, referrer, opener, permissions, nosniff }: SecuritySettings) {
    const given = (name: string, value: string | null): readonly Header[] => (value === null ? [] : [[name, value]]);
    this.#all = [
      ...given('X-Content-Type-Options', nosniff ? 'nosniff' : null),
      ...given('Referrer-Policy', referrer),
      ...given('X-Frame-Options', frame),
    ];
    this.#ofPages = [...given('Cross-Origin-Opener-Policy', opener), ...given('Permissions-Policy', permissions)];
    this.#policyName = csp_report_only ? 'Content-Security-Policy-Report-Only' : 'Content-Security-Policy';
    this.#policy = csp === null ? null : policyOf(csp);
    this.#hsts = hsts === null ? null : strictTransport(hsts);
  }

  signature(): string {
    return 'security';
  }

  describe(): MiddlewareDescription {
    return {};
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const response = await next();
    for (const [name, value] of this.#all) add(response, name, value);
    if (this.#hsts !== null && ctx.request().scheme() === 'https')
      add(response, 'Strict-Transport-Security', this.#hsts);
    if (!isPage(response)) return response;
    for (const [name, value] of this.#ofPages) add(response, name, value);
    if (this.#policy !== null) add(response, this.#policyName, this.#policy(ctx.value('cspNonce')));
    return response;
  }
}

const isPage = (response: Response): boolean => {
  const type = response.header('content-type');
  return typeof type === 'string' && /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml)\b/i.test(type);
};

const add = (response: Response, name: string, value: string): void => {
  if (response.header(name) === undefined) response.setHeader(name, value);
};
