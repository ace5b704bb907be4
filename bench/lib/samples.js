// What is validated: a record as a form of a JSON API sends it, and an order of many items.

const valid = {
  name: 'Ada Lovelace',
  email: 'ada.lovelace@example.com',
  age: 36,
  role: 'author',
  newsletter: true,
  about:
    'Wrote the first program for a machine that was never built, and knew that it would one day do far more than ' +
    'numbers: music and pictures, whatever can be told in signs. Likes horses, chess, flying, and one good quarrel.',
  tags: ['mathematics', 'engines', 'poetry'],
  address: { city: 'London' },
};

const invalid = {
  name: 'A',
  email: 'ada.lovelace at example.com',
  age: 12,
  role: 'owner',
  newsletter: 'perhaps',
  about: 'a'.repeat(501),
  tags: ['mathematics', 'a word of more letters than a tag may have'],
  address: { city: 'L'.repeat(81) },
};

const item = {
  sku: 'TR-1024-XL',
  title: 'A tree in a pot',
  quantity: 3,
  price: 19.5,
  discount: 10,
  currency: 'EUR',
  gift: false,
  contact: 'shop@example.com',
  colour: 'green',
  note: 'To be left with the neighbours',
};

/** A record of eight fields, and the same with all of them wrong. */
export const record = { valid, invalid, wrong: [...Object.keys(invalid).slice(0, 6), 'tags.1', 'address.city'] };

/** An order of so many items. */
export const order = (/** @type {number} */ count) => ({
  items: Array.from({ length: count }, (_, index) => ({ ...item, sku: `TR-${index}`, quantity: 1 + (index % 9) })),
});
