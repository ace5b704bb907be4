import { Option } from '@taproot/console/command';
import type { Generator } from '@taproot/dev/generator';
import { controllerStub, resourceStub } from './stubs/controller-stub.ts';

/** The plural for the address of a resource: `rooms` for `room`. */
const plural = (noun: string): string => {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(?:ss|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return noun.endsWith('s') ? noun : `${noun}s`;
};

/** `make:controller`: a class whose methods answer requests. */
export const makeController: Generator<{ readonly resource: boolean }> = {
  kind: 'controller',
  details: 'It is written to app/http/controllers. "Controller" is put behind the name when it is missing.',
  examples: [
    ['The class PostController', 'npx taproot make:controller Post'],
    ['With the five actions of a resource', 'npx taproot make:controller admin/Post --resource'],
  ],
  options: () => ({
    resource: Option.Boolean('-r,--resource', false, { description: 'With index, show, store, update and destroy' }),
  }),

  blueprint(typed, { options: { resource } }) {
    const name = typed.ending('Controller');
    const subject = typed.without('Controller');
    const path = `/${resource ? plural(subject.path) : subject.path}`;
    const text = resource ? resourceStub(name.pascal, path) : controllerStub(name.pascal);
    const route = resource
      ? `route.resource('${path}', ${name.pascal});`
      : `route.get('${path}', [${name.pascal}, 'index']);`;
    return {
      files: [{ path: `app/http/controllers/${name.path}.ts`, text }],
      declares: [name.pascal],
      claims: null,
      registration: null,
      next: [`Its routes, in routes/: ${route}`],
    };
  },
};
