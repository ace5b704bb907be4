import type { Generator } from '@taproot/dev/generator';
import { requestStub } from './stubs/request-stub.ts';

/** `make:request`: the input of one kind of request. */
export const makeRequest: Generator = {
  kind: 'request',
  details: 'It is written to app/http/requests.',
  examples: [
    ['The class StorePost', 'npx taproot make:request StorePost'],
    ['In a folder', 'npx taproot make:request post/StorePost post/UpdatePost'],
  ],

  blueprint(name) {
    return {
      files: [{ path: `app/http/requests/${name.path}.ts`, text: requestStub(name.pascal) }],
      declares: [name.pascal],
      claims: null,
      registration: null,
      next: [`In a handler: const input = await ctx.request().validated(${name.pascal});`],
    };
  },
};
