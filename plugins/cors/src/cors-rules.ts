import { errors as coreErrors } from '@taproot/core/internal';
import type { CorsSettings } from './config.ts';
import { errors } from './errors.ts';
import { OriginRules } from './origin-rules.ts';
import { PathRules } from './path-rules.ts';
import { show } from './show.ts';

// RFC 9110 5.6.2.
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * The names in a configuration list, trimmed and unique.
 * @throws E_CORS_NAME for an invalid method or header name.
 */
const nameList = (key: string, kind: 'method' | 'header', names: readonly string[]): string[] => {
  const list = names.map((name) => {
    const trimmed = typeof name === 'string' ? name.trim() : '';
    if (!token.test(trimmed)) throw errors.E_CORS_NAME({ key, kind, name: show(name) });
    return kind === 'method' ? trimmed.toUpperCase() : trimmed;
  });
  return [...new Set(list)];
};

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Configuration, checked and compiled. */
export interface CorsRules {
  readonly paths: PathRules;
  readonly origins: OriginRules;
  readonly methods: readonly string[];
  /** Null allows every header that the preflight asks for. */
  readonly headers: readonly string[] | null;
  readonly exposed: readonly string[];
  /** `Access-Control-Max-Age`; null leaves it out. */
  readonly maxAge: string | null;
  readonly credentials: boolean;
  readonly privateNetwork: boolean;
}

const lists = ['paths', 'allowed_methods', 'allowed_origins', 'allowed_headers', 'exposed_headers'] as const;

const maxAgeOf = (seconds: number): string | null => {
  if (!Number.isInteger(seconds) || seconds < -1) throw errors.E_CORS_MAX_AGE({ seconds: String(seconds) });
  return seconds === 0 ? null : String(Math.max(seconds, 0));
};

/** Checks a configuration and compiles it. Throws for every mistake, before the first request. */
export const corsRules = (config: CorsSettings): CorsRules => {
  for (const key of lists) {
    if (!Array.isArray(config[key]))
      throw coreErrors.E_CONFIG_TYPE({
        path: `cors.${key}`,
        place: 'config/cors.ts',
        expected: 'list',
        actual: typeof config[key],
      });
  }
  const origins = new OriginRules(config.allowed_origins);
  const methods = nameList('allowed_methods', 'method', config.allowed_methods);
  const headers = nameList('allowed_headers', 'header', config.allowed_headers);
  const exposed = nameList('exposed_headers', 'header', config.exposed_headers);
  const credentials = config.supports_credentials;
  // Fetch 3.2.5: with credentials, "*" does not work as a wildcard. Reflecting the origin instead would allow every origin.
  if (credentials && origins.open) throw errors.E_CORS_CREDENTIALS({ key: 'allowed_origins' });
  if (credentials && exposed.includes('*')) throw errors.E_CORS_CREDENTIALS({ key: 'exposed_headers' });
  return {
    paths: new PathRules(config.paths),
    origins,
    methods: methods.includes('*') ? everyMethod : methods,
    headers: headers.includes('*') ? null : headers,
    exposed,
    maxAge: maxAgeOf(config.max_age),
    credentials,
    privateNetwork: config.allow_private_network,
  };
};
