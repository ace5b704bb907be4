import { inspect } from 'node:util';
import type { Duration } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { durations, orNull, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A value of a directive: `{nonce}` is replaced by the nonce of the request, and left out if no handler has asked for it. */
export type ContentSecurityPolicy = Record<string, readonly string[]>;

/** `Strict-Transport-Security`, sent over TLS alone. */
export interface StrictTransport {
  /** How long browsers use TLS alone; a year by default. */
  max_age: Duration;
  /** Whether the hosts below this one are included; false by default. */
  subdomains: boolean;
  /** Whether browsers may have it built in; false by default. It is hard to take back. */
  preload: boolean;
}

/** The `security` configuration: headers that tell browsers what a page may do. Null leaves a header out. */
export interface SecurityConfig {
  /**
   * `Content-Security-Policy` of pages, by directive. By default everything comes from this site, scripts and styles inside of a page need
   * the nonce, and only this site may show the page in a frame.
   */
  csp: ContentSecurityPolicy | null;
  /** Whether browsers only report what breaks the policy; false by default. For a policy that you try out. */
  csp_report_only: boolean;
  /** `Strict-Transport-Security`. */
  hsts: StrictTransport | null;
  /** `X-Frame-Options`, for browsers that do not read the policy: `SAMEORIGIN` by default. */
  frame: 'DENY' | 'SAMEORIGIN' | null;
  /** `Referrer-Policy`: `strict-origin-when-cross-origin` by default. `back()` needs the address of pages of this site. */
  referrer: string | null;
  /** `Cross-Origin-Opener-Policy`: `same-origin` by default. */
  opener: 'same-origin' | 'same-origin-allow-popups' | 'unsafe-none' | null;
  /** `Permissions-Policy`; null by default. */
  permissions: string | null;
  /** `X-Content-Type-Options: nosniff`; true by default. */
  nosniff: boolean;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/security.ts: headers that tell browsers what a page may do. */
    security: SecurityConfig;
  }
}

/** The `security` configuration as the application reads it: times in seconds. */
export type SecuritySettings = Settings<SecurityConfig>;

export const securityDefaults = (): SecuritySettings =>
  orNull<SecuritySettings>(
    {
      csp: openRecord<ContentSecurityPolicy>({
        'default-src': ["'self'"],
        'script-src': ["'self'", '{nonce}'],
        'style-src': ["'self'", '{nonce}'],
        'img-src': ["'self'", 'data:'],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
      }),
      csp_report_only: false,
      hsts: durations<StrictTransport>({ max_age: 31_536_000, subdomains: false, preload: false }, 'max_age'),
      frame: 'SAMEORIGIN',
      referrer: 'strict-origin-when-cross-origin',
      opener: 'same-origin',
      permissions: null,
      nosniff: true,
    },
    'csp',
    'hsts',
    'frame',
    'referrer',
    'opener',
    'permissions',
  );

const directive = /^[a-z][a-z-]*$/;

/** A semicolon or a comma would begin another directive or policy. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const broken = /[;,\s\u0000-\u001f\u007f]/;

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_SECURITY_SETTING
 */
export const checkConfig = ({ csp, hsts }: SecuritySettings): void => {
  const require = (holds: boolean, setting: string, value: unknown, expected: string): void => {
    if (!holds) throw errors.E_SECURITY_SETTING({ setting, value: inspect(value), expected });
  };
  for (const [name, values] of Object.entries(csp ?? {})) {
    require(directive.test(name), `csp["${name}"]`, name, 'the name of a directive, such as "script-src"');
    for (const value of values) {
      const isWhole = value !== '' && !broken.test(value);
      require(isWhole, `csp["${name}"]`, value, 'one source for each entry, such as "https://cdn.example.com"');
      const isQuoted =
        !/^(?:self|none|unsafe-[a-z-]+|strict-dynamic|report-sample|nonce-.*|sha(?:256|384|512)-.*)$/.test(value);
      require(isQuoted, `csp["${name}"]`, value, `in single quotes: "'${value}'"`);
    }
  }
  if (hsts !== null) {
    require(Number.isInteger(hsts.max_age) &&
      hsts.max_age >= 0, 'hsts.max_age', hsts.max_age, 'whole seconds, 0 or more');
    const fits = !hsts.preload || (hsts.subdomains && hsts.max_age >= 31_536_000);
    require(fits, 'hsts.preload', hsts.preload, 'false, unless subdomains is true and max_age is a year or more');
  }
};
