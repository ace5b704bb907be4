const decimal = /^[+-]?\d+(?:\.\d*)?$/;

/**
 * Removes the fraction of a number. A numeral (`12`, `-3.7`) becomes a number; true and false become 1 and 0. All other values are returned
 * unchanged, also strings with more digits than a number can hold.
 */
export const toInteger = (value: unknown): unknown => {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'number' && !(typeof value === 'string' && decimal.test(value))) return value;
  // Adding zero turns -0 into 0.
  const integer = Math.trunc(Number(value)) + 0;
  return Number.isSafeInteger(integer) ? integer : value;
};
