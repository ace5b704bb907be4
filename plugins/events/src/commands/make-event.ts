import type { GeneratedName, Generator } from '@taproot/dev/generator';

const stub = ({ pascal, camel, kebab }: GeneratedName): string => `import { event } from '@taproot/events';

/** The payload of \`${camel}\`. */
export interface ${pascal} {
  readonly id: number;
}

/** Dispatch it when it has happened: \`await facades.Event().dispatch(${camel}, { id: 7 })\`. */
export const ${camel} = event<${pascal}>('${kebab}');
`;

/** \`make:event\`: writes an event. Listeners import it, so it needs no registration. */
export const makeEvent: Generator = {
  kind: 'event',
  details: 'It is written to app/events.',
  examples: [['app/events/order-paid.ts, with the name order-paid', 'npx taproot make:event OrderPaid']],

  blueprint(name) {
    return {
      files: [{ path: `app/events/${name.path}.ts`, text: stub(name) }],
      declares: [name.pascal, name.camel],
      claims: name.kebab,
      registration: null,
      next: [`Dispatch it: await facades.Event().dispatch(${name.camel}, { id: 7 })`],
    };
  },
};
