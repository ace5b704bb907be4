import { errors } from '@vinejs/vine';
import { itemsSchema, recordSchema } from './vine-schemas.js';

/** @returns {import('./checker.js').Checker} */
const checker = (/** @type {{ validate(data: unknown): Promise<unknown> }} */ schema) => ({
  run: (data) =>
    schema.validate(data).catch((/** @type {unknown} */ error) => {
      if (error instanceof errors.E_VALIDATION_ERROR) return error.messages;
      throw error;
    }),
  wrong: (outcome) => {
    const messages = /** @type {readonly { readonly field: string }[]} */ (outcome);
    return Array.isArray(outcome) ? messages.map(({ field }) => field) : [];
  },
});

/** @type {import('./checker.js').Library} */
export const vinejs = { name: 'VineJS', record: checker(recordSchema), items: checker(itemsSchema) };
