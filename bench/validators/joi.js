import Joi from 'joi';
import { fieldNames } from './checker.js';

const text = (/** @type {number} */ least, /** @type {number} */ most) => Joi.string().min(least).max(most).required();
// Without its list of top-level domains, which no other library has.
const email = Joi.string().email({ tlds: false }).required();
const number = Joi.number().required();

const record = Joi.object({
  name: text(3, 60),
  email,
  age: number.integer().min(18).max(120),
  role: Joi.valid('reader', 'author', 'editor').required(),
  newsletter: Joi.boolean().required(),
  about: text(1, 500),
  tags: Joi.array().items(text(1, 20)).min(1).max(5).required(),
  address: Joi.object({ city: text(1, 80) }).required(),
});

const items = Joi.object({
  items: Joi.array()
    .items(
      Joi.object({
        sku: text(1, 20),
        title: text(3, 60),
        quantity: number.integer().min(1).max(99),
        price: number.min(0),
        discount: number.min(0).max(100),
        currency: Joi.valid('EUR', 'USD', 'GBP').required(),
        gift: Joi.boolean().required(),
        contact: email,
        colour: text(1, 20),
        note: text(1, 200),
      }),
    )
    .required(),
});

/** @returns {import('./checker.js').Checker} */
const checker = (/** @type {Joi.Schema} */ schema) => ({
  run: (data) => {
    const { error, value } = schema.validate(data, { abortEarly: false });
    return error === undefined ? value : error.details;
  },
  wrong: (outcome) => {
    const details = /** @type {readonly Joi.ValidationErrorItem[]} */ (outcome);
    return Array.isArray(outcome) ? fieldNames(details.map(({ path }) => path)) : [];
  },
});

/** @type {import('./checker.js').Library} */
export const joi = { name: 'joi', record: checker(record), items: checker(items) };
