import { describe, expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import { parseJson } from '../../../plugins/routing/src/body/parse-json.ts';

const nested = (depth: number, inner = '1'): string => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;

const codeOf = (text: string, depth = 64): string => {
  try {
    parseJson(text, depth);
    return 'read';
  } catch (error) {
    return error instanceof FrameworkError ? error.code : String(error);
  }
};

describe('nesting', () => {
  // Around what is walked by recursion in one go, twice that, and far more than a stack holds.
  test.each([1, 64, 199, 200, 201, 400, 401, 100_000])(
    'of %d levels is read where so many are allowed, and no more',
    (depth) => {
      expect([codeOf(nested(depth), depth), codeOf(nested(depth + 1), depth)]).toEqual(['read', 'E_BODY_DEPTH']);
    },
  );

  test('is that of the deepest of many branches', () => {
    const branches = `{"a":${nested(3)},"b":[${nested(250)},${nested(252)}]}`;
    expect([codeOf(branches, 254), codeOf(branches, 253)]).toEqual(['read', 'E_BODY_DEPTH']);
  });
});

describe('at any depth, in lists and maps alike', () => {
  test.each([0, 1, 150, 200, 300, 450])('below %d levels, what would harm is refused', (depth) => {
    const code = (inner: string) => codeOf(nested(depth, inner), 500);
    expect(code('{"__proto__":{}}')).toBe('E_BODY_KEY');
    expect(code('{"\\u005f_proto__":1}')).toBe('E_BODY_KEY');
    expect(code('{"constructor":{"prototype":{}}}')).toBe('E_BODY_KEY');
    expect(code('{"a":1e999}')).toBe('E_BODY_MALFORMED');
    expect(code('-1e999')).toBe('E_BODY_MALFORMED');
    expect(code('{"constructor":{"name":1},"prototype":2,"a":[null,1e308]}')).toBe('read');
  });
});
