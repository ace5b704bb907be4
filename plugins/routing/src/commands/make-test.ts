import type { Generator } from '@taproot/dev/generator';
import { testStub } from './stubs/test-stub.ts';

/** `make:test`: a test that boots the application and sends it requests. */
export const makeTest: Generator = {
  kind: 'test',
  details: 'It is written to tests, and run by `npm test`.',
  examples: [['tests/posts.test.ts', 'npx taproot make:test Posts']],

  blueprint(typed) {
    const name = typed.without('Test');
    const path = `tests/${name.path}.test.ts`;
    const text = testStub(name.words.join(' ').toLowerCase(), '../'.repeat(name.folders.length + 1));
    return {
      files: [{ path, text }],
      declares: [],
      claims: null,
      registration: null,
      next: [`Run it: npm test -- ${path}`],
    };
  },
};
