/**
 * What is mutated: code that decides who gets in, and the tests that must notice any change of it. `least` is the share of
 * mutants they have to kill, in per cent.
 */
export const targets = [
  {
    name: 'canonical path',
    files: ['plugins/routing/src/pattern/canonical-path.ts'],
    tests: ['tests/routing/router/paths.test'],
    least: 85,
  },
  {
    name: 'CORS match',
    files: [
      'plugins/cors/src/origin-rules.ts',
      'plugins/cors/src/canonical-origin.ts',
      'plugins/cors/src/path-rules.ts',
    ],
    tests: ['tests/cors/rules.test'],
    least: 85,
  },
  {
    name: 'throttle key',
    files: ['plugins/throttle/src/counter-key.ts', 'core/src/http/addresses.ts'],
    tests: ['tests/throttle/keys.test', 'tests/core/http.test'],
    least: 85,
  },
  {
    name: 'dot access',
    files: ['plugins/routing/src/input/dot-path.ts', 'plugins/validation/src/language/field-path.ts'],
    tests: ['tests/routing/input/query.test', 'tests/validation/engine/plan.test'],
    least: 85,
  },
  {
    name: 'token check',
    files: [
      'plugins/auth/src/tokens/bearer-token.ts',
      'plugins/auth/src/tokens/claims.ts',
      'plugins/auth/src/tokens/jwt-codec.ts',
      'plugins/auth/src/tokens/jwt-keys.ts',
    ],
    tests: ['tests/auth/tokens'],
    least: 85,
  },
];
