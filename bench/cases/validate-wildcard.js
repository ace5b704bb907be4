// Real path: an import, an order of many lines. What one item costs must not depend on how many there are.
import { compareFunctions } from '../lib/compare-functions.js';
import { order } from '../lib/samples.js';
import { expectWrong, libraries } from '../validators/index.js';

export const about = 'A list of 100, 1,000 and 10,000 items by 10 wildcard rules';

const sizes = [100, 1000, 10_000];

const items = (/** @type {number} */ count) => `${count.toLocaleString('en')} items`;

/** A hundred items are compared with zod, more with a tenth of them. */
const baseOf = (/** @type {string} */ name, /** @type {number} */ count) => {
  if (count > 100) return [`${items(count / 10)}: ${name}`];
  return name === 'zod' ? [] : [`${items(100)}: zod`];
};

const variants = () =>
  sizes.flatMap((count) => {
    const data = order(count);
    return libraries.map(({ name, items: checker }) => ({
      name: `${items(count)}: ${name}`,
      against: baseOf(name, count),
      call: () => checker.run(data),
    }));
  });

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions }) => {
  const wrong = order(3);
  Object.assign(wrong.items[1] ?? {}, { quantity: 0, contact: 'nobody' });
  for (const { name, items: checker } of libraries) {
    await expectWrong(name, checker, order(3), []);
    await expectWrong(name, checker, wrong, ['items.1.quantity', 'items.1.contact']);
  }
  return compareFunctions(variants(), functions);
};
