export const isClass = (value: unknown): value is { readonly name: string } =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

/** What stands where something else was expected, for a message. */
export const nounOf = (value: unknown): string => {
  if (value === undefined || value === null) return 'missing';
  if (isClass(value)) return `the class ${value.name}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};
