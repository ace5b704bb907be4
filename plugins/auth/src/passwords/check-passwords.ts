import type { AuthConfig } from '../config.ts';
import { requireSetting } from '../require-setting.ts';

/** The largest parameters of argon2 (RFC 9106, 3.1): numbers of 32 and 24 bits. */
const most = { memory: 2 ** 32 - 1, passes: 2 ** 32 - 1, parallelism: 2 ** 24 - 1 };

/** KiB that each lane takes at least. */
const laneMemory = 8;

const isWhole = (value: number, least: number, greatest: number): boolean =>
  Number.isInteger(value) && value >= least && value <= greatest;

/** `Infinity` means no upper limit. */
const isCount = (value: number, least: number): boolean =>
  isWhole(value, least, Number.MAX_SAFE_INTEGER) || value === Number.POSITIVE_INFINITY;

const isVerifier = (given: unknown): boolean =>
  typeof given === 'object' &&
  given !== null &&
  ['knows', 'check'].every((method) => typeof Reflect.get(given, method) === 'function');

/** Throws `E_AUTH_SETTING` for settings that argon2 refuses, or with which every password would wait for ever. */
export const checkPasswords = (passwords: AuthConfig['passwords']): void => {
  const { memory, passes, parallelism, concurrency, max_waiting } = passwords;
  const require = (name: keyof typeof passwords, holds: boolean, expected: string): void =>
    requireSetting(holds, `passwords.${name}`, passwords[name], expected);
  require('passes', isWhole(passes, 1, most.passes), 'a whole number, 1 or more');
  require('parallelism', isWhole(parallelism, 1, most.parallelism), 'a whole number, 1 or more');
  const least = laneMemory * parallelism;
  require('memory', isWhole(
    memory,
    least,
    most.memory,
  ), `a whole number of KiB, ${least} or more: ${laneMemory} for each lane`);
  require('concurrency', isCount(concurrency, 1), 'a whole number, 1 or more');
  require('max_waiting', isCount(max_waiting, 0), 'a whole number, 0 or more');
  for (const [at, verifier] of passwords.verifiers.entries())
    requireSetting(
      isVerifier(verifier),
      `passwords.verifiers[${at}]`,
      verifier,
      'an object with knows(hash) and check(password, hash)',
    );
};
