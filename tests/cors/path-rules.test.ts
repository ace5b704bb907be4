import { describe, expect, test } from '@jest/globals';
import { PathRules } from '../../plugins/cors/src/path-rules.ts';

describe('a path pattern', () => {
  test.each([
    ['*', '/', true],
    ['*', '/a/b', true],
    ['/*', '/a', true],
    // The path of `OPTIONS *`.
    ['*', '*', true],
    ['api/*', '*', false],
    ['/', '/', true],
    ['/', '/a', false],
    ['login', '/login', true],
    ['/login/', '/login', true],
    ['login', '/login/x', false],
    ['api/*', '/api/x', true],
    ['api/*', '/api/x/y', true],
    ['api/*', '/api', false],
    ['api/*', '/apix', false],
    ['api/*', '/API/x', false],
    ['a.b/*', '/axb/c', false],
    ['ünïcode/*', '/ünïcode/x', true],
  ])('%s: %s is included: %j', (pattern, path, included) => {
    expect(new PathRules([pattern]).include(path)).toBe(included);
  });
});
