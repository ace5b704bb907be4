import { Option } from '@taproot/console/command';
import type { GeneratedName, Generator } from '@taproot/dev/generator';

interface ListenerOptions {
  readonly event: string | undefined;
  readonly queued: boolean;
}

/** The words of a name, such as `OrderPaid` or `order-paid`, as a file and as a variable. */
const namesOf = (typed: string): { readonly kebab: string; readonly camel: string } => {
  const kebab = typed
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9/]+/g, '-')
    .toLowerCase();
  const last = kebab.split('/').at(-1) ?? kebab;
  return { kebab, camel: last.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()) };
};

const stub = ({ camel, kebab, path }: GeneratedName, { event, queued }: ListenerOptions): string => {
  const up = '../'.repeat(path.split('/').length);
  const known = event === undefined ? null : namesOf(event);
  const imports = known === null ? 'event, listener' : 'listener';
  const source =
    known === null
      ? `\n// Replace it by an event of app/events: npx taproot make:event\nconst happened = event<{ id: number }>('${kebab}.happened');\n`
      : `import { ${known.camel} } from '${up}events/${known.kebab}.ts';\n`;
  const name = known?.camel ?? 'happened';
  return `import { ${imports} } from '@taproot/events';
${source}
/** Called after \`${name}\`. */
export const ${camel} = listener(${name}, {
  name: '${kebab}',${queued ? '\n  queue: true,' : ''}
  handle(payload) {
    // Do the work here, and pass the signal of the second argument to what takes long. An error is reported, and stops nothing else.
    return Promise.resolve(payload);
  },
});
`;
};

const empty = `/** The listeners of the application. Those of one event run in this order. */
export const listeners = [
];
`;

/** \`make:listener\`: writes a listener, and adds it to \`bootstrap/listeners.ts\`. */
export const makeListener: Generator<ListenerOptions> = {
  kind: 'listener',
  details: 'It is written to app/listeners and listed in bootstrap/listeners.ts.',
  examples: [
    ['app/listeners/send-receipt.ts', 'npx taproot make:listener SendReceipt --event OrderPaid'],
    ['One that the queue calls', 'npx taproot make:listener SendReceipt --event OrderPaid --queued'],
  ],
  options: () => ({
    event: Option.String('--event', { description: 'The event of app/events that it listens to' }),
    queued: Option.Boolean('--queued', false, { description: 'Leave the work to the queue' }),
  }),

  blueprint(name, { options }) {
    const path = `app/listeners/${name.path}.ts`;
    return {
      files: [{ path, text: stub(name, options) }],
      declares: [name.camel],
      claims: name.kebab,
      registration: {
        step: 'withListeners',
        file: 'bootstrap/listeners.ts',
        list: 'listeners',
        source: path,
        import: { name: name.camel, locals: [name.camel, name.alias] },
        entry: (local) => local,
        empty,
      },
      next: ['See the order of the listeners: npx taproot event:list'],
    };
  },
};
