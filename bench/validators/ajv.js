// Ajv tells whether data is valid, and builds nothing: what passes is the object that came in.
import { Ajv as AjvClass } from 'ajv';
import addFormats from 'ajv-formats';
import { itemsSchema, recordSchema } from './ajv-schemas.js';
import { fieldNames } from './checker.js';

const compiler = new AjvClass({ allErrors: true });
// A CommonJS module whose type says that its default export is a property of what is imported.
/** @type {(ajv: AjvClass) => unknown} */ (/** @type {unknown} */ (addFormats))(compiler);

/** @returns {import('./checker.js').Checker} */
const checker = (/** @type {object} */ schema) => {
  const validate = compiler.compile(schema);
  return {
    run: (data) => (validate(data) ? data : validate.errors),
    wrong: (outcome) => {
      const errors = /** @type {readonly import('ajv').ErrorObject[]} */ (outcome);
      return Array.isArray(outcome)
        ? fieldNames(errors.map(({ instancePath }) => instancePath.split('/').slice(1)))
        : [];
    },
  };
};

/** @type {import('./checker.js').Library} */
export const ajv = { name: 'Ajv', record: checker(recordSchema), items: checker(itemsSchema) };
