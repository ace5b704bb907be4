import { errors } from './errors.ts';
import { show } from './show.ts';

// RFC 9110 5.6.2.
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * The names in a configuration list, trimmed and unique.
 * @throws E_CORS_NAME for an invalid method or header name.
 */
export const nameList = (key: string, kind: 'method' | 'header', names: readonly string[]): string[] => {
  const list = names.map((name) => {
    const trimmed = typeof name === 'string' ? name.trim() : '';
    if (!token.test(trimmed)) throw errors.E_CORS_NAME({ key, kind, name: show(name) });
    return kind === 'method' ? trimmed.toUpperCase() : trimmed;
  });
  return [...new Set(list)];
};
