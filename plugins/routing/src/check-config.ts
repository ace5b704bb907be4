import { errors as coreErrors } from '@taproot/core/internal';
import { describeValue } from '@taproot/core/plugin';
import type { HttpSettings } from './config.ts';
import { errors } from './errors.ts';

// Without one of these nothing could be served; of all others, 0 admits none.
const atLeastOne = new Set(['max_url', 'max_headers.bytes', 'max_headers.count', 'max_json_depth', 'body_rate.bytes']);

// Node takes 0 for "no end" here, null says that, and a measurement needs some time.
const aboveZero = new Set([
  'request_timeout',
  'headers_timeout',
  'send_timeout',
  'body_rate.grace',
  'overload.max_wait',
]);

// Seconds and rates may have fractions; all others count something.
const fractions = new Set(['keep_alive_timeout', 'body_rate.bytes']);

const checkNumber = (setting: string, value: number): void => {
  const least = atLeastOne.has(setting) ? 1 : 0;
  const whole = !fractions.has(setting);
  if (aboveZero.has(setting)) {
    if (value > 0) return;
    throw errors.E_HTTP_SETTING({ setting, value, expected: 'more than 0' });
  }
  if (value >= least && (!whole || Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return;
  throw errors.E_HTTP_SETTING({ setting, value, expected: `${whole ? 'a whole number, ' : ''}${least} or more` });
};

/** Every number of the configuration by its path: a setting that is added is checked as well. */
const checkNumbers = (settings: object, path = ''): void => {
  for (const [key, value] of Object.entries(settings) as [string, unknown][]) {
    // The server reports a port that cannot be, with the address.
    if (typeof value === 'number' && path + key !== 'port') checkNumber(path + key, value);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      checkNumbers(value, `${path}${key}.`);
  }
};

const checkList = (setting: 'trusted_proxies' | 'trusted_hosts' | 'redirect_hosts', value: unknown): void => {
  const expected = setting === 'trusted_proxies' ? 'list or number' : 'list';
  if (Array.isArray(value)) {
    const index = value.findIndex((entry) => typeof entry !== 'string');
    if (index === -1) return;
    const actual = describeValue(value[index]);
    throw coreErrors.E_CONFIG_TYPE({
      place: 'config/http.ts',
      path: `http.${setting}[${index}]`,
      expected: 'string',
      actual,
    });
  }
  if (setting === 'trusted_proxies' && typeof value === 'number') return;
  throw coreErrors.E_CONFIG_TYPE({
    place: 'config/http.ts',
    path: `http.${setting}`,
    expected,
    actual: describeValue(value),
  });
};

/**
 * Refuses settings that are of the right type and mean nothing: a negative limit, half a file, a list that is none.
 *
 * @throws E_HTTP_SETTING
 * @throws E_CONFIG_TYPE
 */
export const checkConfig = (config: HttpSettings): void => {
  checkNumbers(config);
  const mode = config.overload?.mode ?? 'refuse';
  if (!['refuse', 'report'].includes(mode))
    throw errors.E_HTTP_SETTING({ setting: 'overload.mode', value: mode, expected: '"refuse" or "report"' });
  if (config.http2 && config.tls.cert === null)
    throw errors.E_HTTP_SETTING({ setting: 'http2', value: 'true', expected: 'false without http.tls' });
  for (const setting of ['trusted_proxies', 'trusted_hosts', 'redirect_hosts'] as const)
    checkList(setting, config[setting]);
};
