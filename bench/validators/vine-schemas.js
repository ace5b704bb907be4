import vine from '@vinejs/vine';

const text = (/** @type {number} */ least, /** @type {number} */ most) =>
  vine.string().minLength(least).maxLength(most);
const number = (/** @type {number} */ least, /** @type {number} */ most) => vine.number().min(least).max(most);

/** Eight fields, ten schemas. */
export const recordSchema = vine.compile(
  vine.object({
    name: text(3, 60),
    email: vine.string().email(),
    age: number(18, 120).withoutDecimals(),
    role: vine.enum(['reader', 'author', 'editor']),
    newsletter: vine.boolean(),
    about: text(1, 500),
    tags: vine.array(text(1, 20)).minLength(1).maxLength(5),
    address: vine.object({ city: text(1, 80) }),
  }),
);

/** A list of items, ten schemas each. */
export const itemsSchema = vine.compile(
  vine.object({
    items: vine.array(
      vine.object({
        sku: text(1, 20),
        title: text(3, 60),
        quantity: number(1, 99).withoutDecimals(),
        price: vine.number().min(0),
        discount: number(0, 100),
        currency: vine.enum(['EUR', 'USD', 'GBP']),
        gift: vine.boolean(),
        contact: vine.string().email(),
        colour: text(1, 20),
        note: text(1, 200),
      }),
    ),
  }),
);
