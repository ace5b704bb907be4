const decimal = /^[+-]?\d+(?:\.\d*)?$/;

/**
 * A number without its fraction, a numeral (`12`, `-3.7`) as a number, true and false as 1 and 0. The value itself when
 * it is none of these, or has more digits than a number holds: as text it keeps them.
 */
export const toInteger = (value: unknown): unknown => {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'number' && !(typeof value === 'string' && decimal.test(value))) return value;
  // Adding zero turns -0 into 0.
  const integer = Math.trunc(Number(value)) + 0;
  return Number.isSafeInteger(integer) ? integer : value;
};
