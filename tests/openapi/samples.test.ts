import { expect, test } from '@jest/globals';
import { sampleOf } from '../../plugins/openapi/src/client/samples.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => name !== 'maybe'),
});

/** An expression: one that contains expressions comes first. */
const document = {
  components: {
    schemas: {
      Expression: { anyOf: [object({ kind: { const: 'not' }, of: ref('Expression') }), ref('Sum'), ref('Value')] },
      Sum: object({ kind: { const: 'sum' }, of: { type: 'array', minItems: 2, items: ref('Expression') } }),
      Value: object({ kind: { const: 'value' }, value: { type: 'integer' }, maybe: ref('Value') }),
      Tree: object({ name: { type: 'string' }, children: { type: 'array', items: ref('Tree') } }),
      Endless: object({ next: ref('Endless') }),
    },
  },
};

test.each([
  ['Expression', { kind: 'value', value: 1 }],
  [
    'Sum',
    {
      kind: 'sum',
      of: [
        { kind: 'value', value: 1 },
        { kind: 'value', value: 1 },
      ],
    },
  ],
  ['Value', { kind: 'value', value: 1 }],
  ['Tree', { name: 'text', children: [] }],
  ['Endless', null],
])('a sample of %s is a value of its type', (name, sample) => {
  expect(sampleOf(document, ref(name))).toEqual(sample);
});
