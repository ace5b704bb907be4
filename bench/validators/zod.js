import { fieldNames } from './checker.js';
import { itemsSchema, recordSchema } from './zod-schemas.js';

/** @returns {import('./checker.js').Checker} */
const checker = (/** @type {import('zod').ZodType} */ schema) => ({
  run: (data) => {
    const { data: valid, error } = schema.safeParse(data);
    return error === undefined ? valid : error.issues;
  },
  wrong: (outcome) => {
    const issues = /** @type {readonly import('zod').core.$ZodIssue[]} */ (outcome);
    return Array.isArray(outcome) ? fieldNames(issues.map(({ path }) => path)) : [];
  },
});

/** @type {import('./checker.js').Library} */
export const zod = { name: 'zod', record: checker(recordSchema), items: checker(itemsSchema) };
