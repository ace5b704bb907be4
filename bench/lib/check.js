import { budgets } from '../budgets.js';

/** What is wrong with the results of one case: budgets missed, and budgets of variants that were not measured. */
export const checkBudgets = (/** @type {string} */ name, /** @type {readonly import('./rows.js').Row[]} */ rows) =>
  Object.entries(budgets[name] ?? {}).flatMap(([variant, budget]) => {
    const ratio = rows.find((row) => row.variant === variant)?.ratio ?? null;
    if (ratio === null) return [`${name}, ${variant}: has a budget and no figure.`];
    return ratio <= budget ? [] : [`${name}, ${variant}: ${ratio.toFixed(2)}x is above the budget of ${budget}x.`];
  });
