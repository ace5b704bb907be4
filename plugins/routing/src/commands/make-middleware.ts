import { Command } from '@taproot/console/command';
import { type Blueprint, type GeneratedName, GeneratorCommand } from '@taproot/dev/generator';
import { middlewareStub } from './stubs/middleware-stub.ts';

/** `make:middleware`: a step around handlers. */
export class MakeMiddleware extends GeneratorCommand {
  static override paths = [['make:middleware']];

  static override usage = Command.Usage({
    details: 'It is written to app/http/middleware. Where it runs is said by the routes, or by withMiddleware().',
    examples: [['The class EnsureAdmin', 'npx taproot make:middleware EnsureAdmin']],
  });

  protected override readonly kind = 'middleware';

  protected override blueprint(name: GeneratedName): Blueprint {
    return {
      files: [{ path: `app/http/middleware/${name.path}.ts`, text: middlewareStub(name.pascal, name.in('-')) }],
      declares: [name.pascal],
      claims: null,
      registration: null,
      next: [`Around some routes: route.middleware(new ${name.pascal}()).group(...). Around all: stack.append(...)`],
    };
  }
}
