import { Command } from '@taproot/console/command';
import { type Blueprint, type GeneratedName, GeneratorCommand } from '@taproot/dev/generator';

const stub = ({ camel, kebab }: GeneratedName): string => `import type { Job } from 'taproot-queue';

export const ${camel}: Job<null> = {
  name: '${kebab}',
  parse: () => null,
  run: () => undefined,
};
`;

/** `make:job`: a job of the application. */
export class MakeJob extends GeneratorCommand {
  static override paths = [['make:job']];

  static override usage = Command.Usage({
    details: 'It is written to app/jobs.',
    examples: [['app/jobs/welcome.ts', 'npx taproot make:job Welcome']],
  });

  protected override readonly kind = 'job';

  protected override blueprint(name: GeneratedName): Blueprint {
    return {
      files: [{ path: `app/jobs/${name.path}.ts`, text: stub(name) }],
      declares: [name.camel],
      claims: name.kebab,
      registration: null,
      next: [`Register it when the application boots: facades.Queue().register(${name.camel})`],
    };
  }
}
