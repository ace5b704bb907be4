import * as v from 'valibot';
import { fieldNames } from './checker.js';

const text = (/** @type {number} */ least, /** @type {number} */ most) =>
  v.pipe(v.string(), v.minLength(least), v.maxLength(most));
const email = v.pipe(v.string(), v.email());
const number = (/** @type {number} */ least, /** @type {number} */ most) =>
  v.pipe(v.number(), v.minValue(least), v.maxValue(most));
const whole = (/** @type {number} */ least, /** @type {number} */ most) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const record = v.object({
  name: text(3, 60),
  email,
  age: whole(18, 120),
  role: v.picklist(['reader', 'author', 'editor']),
  newsletter: v.boolean(),
  about: text(1, 500),
  tags: v.pipe(v.array(text(1, 20)), v.minLength(1), v.maxLength(5)),
  address: v.object({ city: text(1, 80) }),
});

const items = v.object({
  items: v.array(
    v.object({
      sku: text(1, 20),
      title: text(3, 60),
      quantity: whole(1, 99),
      price: v.pipe(v.number(), v.minValue(0)),
      discount: number(0, 100),
      currency: v.picklist(['EUR', 'USD', 'GBP']),
      gift: v.boolean(),
      contact: email,
      colour: text(1, 20),
      note: text(1, 200),
    }),
  ),
});

/** @returns {import('./checker.js').Checker} */
const checker = (/** @type {v.GenericSchema} */ schema) => ({
  run: (data) => {
    const { success, output, issues } = v.safeParse(schema, data);
    return success ? output : issues;
  },
  wrong: (outcome) => {
    const issues = /** @type {readonly v.BaseIssue<unknown>[]} */ (outcome);
    return Array.isArray(outcome) ? fieldNames(issues.map(({ path }) => path?.map(({ key }) => key))) : [];
  },
});

/** @type {import('./checker.js').Library} */
export const valibot = { name: 'valibot', record: checker(record), items: checker(items) };
