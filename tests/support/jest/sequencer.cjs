const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

const countsSteps = ({ path }) => readFileSync(path, 'utf8').includes("/support/steps.ts'");

/**
 * Jest's order, with the files first that count steps: V8 looks through the whole heap of a worker to begin a count, and through
 * all its functions to read one, and both are small at first.
 */
module.exports = class StepsFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const counting = new Set(sorted.filter(countsSteps));
    return [...counting, ...sorted.filter((test) => !counting.has(test))];
  }
};
