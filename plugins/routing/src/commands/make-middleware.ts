import type { Generator } from '@taproot/dev/generator';
import { middlewareStub } from './stubs/middleware-stub.ts';

/** `make:middleware`: a step around handlers. */
export const makeMiddleware: Generator = {
  kind: 'middleware',
  details: 'It is written to app/http/middleware. Where it runs is said by the routes, or by withMiddleware().',
  examples: [['The class EnsureAdmin', 'npx taproot make:middleware EnsureAdmin']],

  blueprint(name) {
    return {
      files: [{ path: `app/http/middleware/${name.path}.ts`, text: middlewareStub(name.pascal, name.in('-')) }],
      declares: [name.pascal],
      claims: null,
      registration: null,
      next: [`Around some routes: route.middleware(new ${name.pascal}()).group(...). Around all: stack.append(...)`],
    };
  },
};
