import type { GeneratedName, Generator } from '@taproot/dev/generator';

const stub = ({ camel }: GeneratedName, name: string): string => `import { job } from '@taproot/queue';

/** Work for later: \`await facades.Queue().dispatch(${camel}, { id: 7 })\`. It may run more than once. */
export const ${camel} = job({
  name: '${name}',
  payload: { id: 'required|integer' },
  async handle({ id }, run) {
    // Effects that must happen once: await run.once('name', (trx) => ...). Pass run.signal to what takes long.
    if (run.signal.aborted) throw new Error(\`\${id} was not done.\`);
  },
});
`;

const empty = `/** The jobs of the application. Workers do only these. */
export const jobs = [
];
`;

/** \`make:job\`: writes a job, and adds it to \`bootstrap/jobs.ts\`. */
export const makeJob: Generator = {
  kind: 'job',
  details: 'It is written to app/jobs and listed in bootstrap/jobs.ts.',
  examples: [['app/jobs/send-invoice.ts, with the name send-invoice', 'npx taproot make:job SendInvoice']],

  blueprint(name) {
    const path = `app/jobs/${name.path}.ts`;
    return {
      files: [{ path, text: stub(name, name.kebab) }],
      declares: [name.camel],
      claims: name.kebab,
      registration: {
        step: 'withJobs',
        file: 'bootstrap/jobs.ts',
        list: 'jobs',
        source: path,
        import: { name: name.camel, locals: [name.camel, name.alias] },
        entry: (local) => local,
        empty,
      },
      next: [`Dispatch it: await facades.Queue().dispatch(${name.camel}, { id: 7 })`],
    };
  },
};
