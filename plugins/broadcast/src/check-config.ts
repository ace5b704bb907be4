import { inspect } from 'node:util';
import type { BroadcastConfig } from './config.ts';
import { errors } from './errors.ts';

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_BROADCAST_SETTING
 */
export const checkConfig = (config: BroadcastConfig): void => {
  const expect = (holds: boolean, key: keyof BroadcastConfig, expected: string): void => {
    if (!holds)
      throw errors.E_BROADCAST_SETTING({ setting: `broadcast.${key}`, value: inspect(config[key]), expected });
  };
  expect(['memory', 'redis'].includes(config.store), 'store', '"memory" or "redis"');
  for (const key of ['history', 'buffer', 'max_bytes'] as const)
    expect(Number.isSafeInteger(config[key]) && config[key] > 0, key, 'a whole number, 1 or more');
};
