// Real path: what an API does with every body it is sent, between reading it and using it.
import { compareFunctions } from '../lib/compare-functions.js';
import { record } from '../lib/samples.js';
import { expectWrong, libraries } from '../validators/index.js';

export const about = 'A record of 8 fields by 10 rules: valid, and with all 8 fields wrong and every message made';

/** @type {Readonly<Record<string, readonly string[]>>} */
const besides = {
  'valid: Taproot': ['valid: zod', 'valid: Ajv'],
  'invalid: zod': [],
  'valid: zod': [],
  'invalid: valibot': [],
};

const variants = (/** @type {'valid' | 'invalid'} */ kind) =>
  libraries.map((library) => {
    const name = `${kind}: ${library.name}`;
    const against = besides[name] ?? [kind === 'valid' ? 'valid: zod' : 'invalid: valibot'];
    // Several, as requests differ.
    const data = Array.from({ length: 64 }, () => structuredClone(record[kind]));
    return { name, against, call: (/** @type {number} */ call) => library.record.run(data[call % data.length]) };
  });

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions }) => {
  for (const { name, record: checker } of libraries) {
    await expectWrong(name, checker, record.valid, []);
    await expectWrong(name, checker, record.invalid, record.wrong);
  }
  return compareFunctions([...variants('valid'), ...variants('invalid')], functions);
};
