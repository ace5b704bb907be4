import { expect, test } from '@jest/globals';
import { addressKey } from '@taproot/core';
import { limit } from '@taproot/throttle';
import { counterKey } from '../../plugins/throttle/src/counter-key.ts';

test('IP-05 an address is counted by its first four groups, however it is shortened', () => {
  const network = '2001:db8:0:0::/64';
  for (const address of ['2001:db8::1', '2001:db8::1:2:3:4', '2001:db8:0:0:1:2:3:4', '2001:db8::'])
    expect([address, addressKey(address)]).toEqual([address, network]);
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('::')).toBe('0:0:0:0::/64');
  expect(addressKey('1:2:3::8')).toBe('1:2:3:0::/64');
  expect(addressKey('1:2:3:4::')).toBe('1:2:3:4::/64');
  expect(addressKey('::5:6:7:8')).toBe('0:0:0:0::/64');
  expect(addressKey('::4:5:6:7:8')).toBe('0:0:0:4::/64');
  expect(addressKey('1.2.3.4')).toBe('1.2.3.4');
});

test('TH-17 a key of up to 64 characters is kept, a longer one is its hash', () => {
  const keyOf = (subject: string): string => counterKey({ limiter: 'api', index: 0 }, limit.perMinute(1), subject);
  const frame = keyOf('').length;
  expect(keyOf('x'.repeat(64 - frame))).toHaveLength(64);
  expect(keyOf('x'.repeat(64 - frame))).toContain('xxx');
  expect(keyOf('x'.repeat(65 - frame))).toMatch(/^#[\w-]{43}$/);
});
