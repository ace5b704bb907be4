import { inspect } from 'node:util';
import { type Application } from '@taproot/core';
import { didYouMean } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/**
 * Checks config/health.ts, as far as types cannot.
 *
 * @throws E_HEALTH_SETTING, E_HEALTH_OPTIONAL
 */
export const checkConfig = (app: Application): void => {
  const { live, ready, timeout, cache, drain_delay: drain, event_loop: loop, optional, disk } = app.config.health;
  const expect = (holds: boolean, key: string, value: unknown, expected: string): void => {
    if (!holds) throw errors.E_HEALTH_SETTING({ setting: `health.${key}`, value: inspect(value), expected });
  };
  expect(live.startsWith('/'), 'live', live, 'a path that begins with "/"');
  expect(
    ready.startsWith('/') && ready !== live,
    'ready',
    ready,
    'a path that begins with "/", other than health.live',
  );
  expect(timeout > 0 && timeout < Number.POSITIVE_INFINITY, 'timeout', timeout, 'seconds, more than 0');
  expect(cache >= 0, 'cache', cache, 'seconds, 0 or more');
  expect((loop.max_delay ?? 1) > 0, 'event_loop.max_delay', loop.max_delay, 'seconds, more than 0');
  expect((disk.free ?? 1) > 0, 'disk.free', disk.free, 'bytes, more than 0');
  const half = app.config.app.shutdown_timeout / 2;
  expect(
    drain >= 0 && drain <= half,
    'drain_delay',
    drain,
    `0 to ${half} s: half of app.shutdown_timeout, because requests in flight need the other half`,
  );
  const known = [...app.registry.health.keys()];
  for (const name of optional)
    if (!known.includes(name))
      throw errors.E_HEALTH_OPTIONAL({ name, hint: didYouMean(name, known), known: known.join(', ') || 'none' });
};
