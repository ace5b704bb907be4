import { describe, expect, test } from '@jest/globals';
import { fakeContext } from '@taproot/testing';
import { limit } from '@taproot/throttle';
import { counterKey, digest, LimiterKeys, subjectOf } from '../../plugins/throttle/src/counter-key.ts';

const keyOf = (limiter: string, index: number, seconds: number, subject: string): string =>
  counterKey({ limiter, index }, limit.perSeconds(seconds, 5), subject);

describe('TH-03 the key of a counter', () => {
  test('is none of another limiter, place, window or subject, however they are spelled', () => {
    const keys = [
      keyOf('api', 0, 60, '=a'),
      keyOf('api', 1, 60, '=a'),
      keyOf('api', 0, 61, '=a'),
      keyOf('api', 0, 60, '=b'),
      keyOf('web', 0, 60, '=a'),
      keyOf('a', 0, 60, 'b:=c'),
      keyOf('a:b', 0, 60, '=c'),
      keyOf('a:b:', 0, 60, '=c'),
      keyOf('', 0, 60, 'a:b:=c'),
      keyOf('3:a', 0, 60, 'b:=c'),
      keyOf('a', 1, 11, '=c'),
      keyOf('a', 11, 1, '=c'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('is the same for another number of points', () => {
    const place = { limiter: 'api', index: 0 };
    expect(counterKey(place, limit.perMinute(1), '=a')).toBe(counterKey(place, limit.perMinute(9), '=a'));
  });

  test('is the same by the keys of its limiter, also when the window of a place changes and comes back', () => {
    const keys = new LimiterKeys('api');
    for (const [index, seconds] of [
      [0, 60],
      [1, 60],
      [0, 61],
      [0, 60],
      [2, 1],
    ] as const)
      for (const subject of ['=a', '=b', 'x'.repeat(100)])
        expect(keys.key(index, seconds, subject)).toBe(keyOf('api', index, seconds, subject));
  });

  test('is of bounded length, also of a long name or subject, which are still told apart', () => {
    const long = 'x'.repeat(10_000);
    const keys = [
      keyOf('api', 0, 60, long),
      keyOf('api', 0, 60, `${long}y`),
      keyOf(long, 0, 60, ''),
      keyOf(long, 1, 60, ''),
    ];
    for (const key of keys) expect(key).toHaveLength(44);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test('TH-17 a digest tells lone surrogates apart, which are all one in UTF-8', () => {
  expect(digest('\ud800')).toHaveLength(43);
  expect(digest('\ud800')).not.toBe(digest('\ud801'));
  expect(digest('\ud800')).toBe(digest('\ud800'));
});

test('TH-17 a key of up to 64 characters is kept, a longer one is its hash', () => {
  const keyTo = (subject: string): string => keyOf('api', 0, 60, subject);
  const frame = keyTo('').length;
  expect(keyTo('x'.repeat(64 - frame))).toHaveLength(64);
  expect(keyTo('x'.repeat(64 - frame))).toContain('xxx');
  expect(keyTo('x'.repeat(65 - frame))).toMatch(/^#[\w-]{43}$/);
});

describe('whom a limit counts', () => {
  const subject = (init: Parameters<typeof fakeContext>[0], one = limit.perMinute(1)): [string, number] => {
    let told = 0;
    return [subjectOf(fakeContext(init), one, () => void told++), told];
  };

  test('TH-06 is the client on its route, whatever the path', () => {
    const ada = { ip: '203.0.113.7', route: '/login/{id}' };
    expect(subject({ ...ada, url: '/login/1' })).toEqual(subject({ ...ada, url: '/login/2' }));
    const [of] = subject(ada);
    expect(subject({ ...ada, ip: '203.0.113.8' })[0]).not.toBe(of);
    expect(subject({ ...ada, route: '/other' })[0]).not.toBe(of);
  });

  test('IP-05 is the network of an IPv6 client', () => {
    const from = (ip: string) => subject({ ip, route: '/' })[0];
    expect(from('2001:db8::1')).toBe(from('2001:db8::ffff:2'));
    expect(from('2001:db8::1')).not.toBe(from('2001:db8:0:1::1'));
  });

  test('IP-06 is everybody without an address on a route, and that is told', () => {
    expect(subject({ ip: '', route: '/' })).toEqual(['~ /', 1]);
    expect(subject({ ip: '203.0.113.7', route: '/' })).toEqual(['~203.0.113.7 /', 0]);
  });

  test('TH-03 is its key where it has one, which no client without one can spell', () => {
    const keyed = limit.perMinute(1).by('203.0.113.7 /');
    expect(subject({ ip: '203.0.113.7', route: '/' }, keyed)).toEqual(['=203.0.113.7 /', 0]);
    // The address is not even looked at.
    expect(subject({ ip: '', route: '/' }, keyed)).toEqual(['=203.0.113.7 /', 0]);
    expect(subject({ ip: '203.0.113.7', route: '/' })[0]).not.toBe(subject({}, keyed)[0]);
    expect(subject({}, limit.perMinute(1).by('a'))[0]).not.toBe(subject({}, limit.perMinute(1).by('b'))[0]);
  });
});
