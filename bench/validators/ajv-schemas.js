// JSON Schema: for Ajv by itself, and for Fastify, which compiles it with Ajv.
const text = (/** @type {number} */ minLength, /** @type {number} */ maxLength) => ({
  type: 'string',
  minLength,
  maxLength,
});
const email = { type: 'string', format: 'email' };

const object = (/** @type {Record<string, object>} */ properties) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** Eight fields, ten schemas. */
export const recordSchema = object({
  name: text(3, 60),
  email,
  age: { type: 'integer', minimum: 18, maximum: 120 },
  role: { enum: ['reader', 'author', 'editor'] },
  newsletter: { type: 'boolean' },
  about: text(1, 500),
  tags: { type: 'array', minItems: 1, maxItems: 5, items: text(1, 20) },
  address: object({ city: text(1, 80) }),
});

/** A list of items, ten schemas each. */
export const itemsSchema = object({
  items: {
    type: 'array',
    items: object({
      sku: text(1, 20),
      title: text(3, 60),
      quantity: { type: 'integer', minimum: 1, maximum: 99 },
      price: { type: 'number', minimum: 0 },
      discount: { type: 'number', minimum: 0, maximum: 100 },
      currency: { enum: ['EUR', 'USD', 'GBP'] },
      gift: { type: 'boolean' },
      contact: email,
      colour: text(1, 20),
      note: text(1, 200),
    }),
  },
});
