// What every server of the case `json` answers: lists of records, of about 1 kB, 10 kB and 1 MB.
const counts = { '/1k': 8, '/10k': 80, '/1m': 8000 };

const record = (/** @type {number} */ id) => ({
  id,
  name: `Person ${id}`,
  email: `person-${id}@example.com`,
  active: id % 2 === 0,
  score: id / 4,
  tags: ['one', 'two', 'three'],
});

/** The lists by the address that answers with them. */
export const lists = Object.fromEntries(
  Object.entries(counts).map(([path, count]) => [path, { data: Array.from({ length: count }, (_, id) => record(id)) }]),
);

/** The schema of a reply, from which Fastify makes a serialiser. */
export const schema = {
  type: 'object',
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          name: { type: 'string' },
          email: { type: 'string' },
          active: { type: 'boolean' },
          score: { type: 'number' },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};
