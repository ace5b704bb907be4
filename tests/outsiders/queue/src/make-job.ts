import type { GeneratedName, Generator } from '@taproot/dev/generator';

const stub = ({ camel, kebab }: GeneratedName): string => `import type { Job } from 'taproot-queue';

export const ${camel}: Job<null> = {
  name: '${kebab}',
  parse: () => null,
  run: () => undefined,
};
`;

/** `make:job`: a job of the application. */
export const makeJob: Generator = {
  kind: 'job',
  details: 'It is written to app/jobs.',
  examples: [['app/jobs/welcome.ts', 'npx taproot make:job Welcome']],

  blueprint: (name) => ({
    files: [{ path: `app/jobs/${name.path}.ts`, text: stub(name) }],
    declares: [name.camel],
    claims: name.kebab,
    registration: null,
    next: [`Register it when the application boots: facades.Queue().register(${name.camel})`],
  }),
};
