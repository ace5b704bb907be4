import type { GeneratedName, Generator } from '@taproot/dev/generator';

/** The name of the event: `order.paid` for `OrderPaid`, `order-item.added` for `OrderItemAdded`. */
const eventName = ({ kebab }: GeneratedName): string => kebab.replace(/-(?=[^-]*$)/, '.');

const stub = ({ pascal, camel }: GeneratedName, name: string): string => `import { event } from '@taproot/events';

/** The payload of \`${camel}\`. */
export interface ${pascal} {
  readonly id: number;
}

/** Dispatch it when it has happened: \`await facades.Event().dispatch(${camel}, { id: 7 })\`. */
export const ${camel} = event<${pascal}>('${name}');
`;

/** \`make:event\`: writes an event. Listeners import it, so it needs no registration. */
export const makeEvent: Generator = {
  kind: 'event',
  details: 'It is written to app/events.',
  examples: [['app/events/order-paid.ts, with the name order.paid', 'npx taproot make:event OrderPaid']],

  blueprint(name) {
    return {
      files: [{ path: `app/events/${name.path}.ts`, text: stub(name, eventName(name)) }],
      declares: [name.pascal, name.camel],
      claims: eventName(name),
      registration: null,
      next: [`Dispatch it: await facades.Event().dispatch(${name.camel}, { id: 7 })`],
    };
  },
};
