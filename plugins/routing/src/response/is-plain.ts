/** Whether an object is a list or a plain object, not an instance of a class. It may come from another realm. */
export const isPlain = (value: object): boolean => {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isForeignRoot(prototype);
};

/** Whether a prototype is the `Object.prototype` of another realm, such as that of a `vm` context. */
const isForeignRoot = (prototype: unknown): boolean =>
  Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), 'isPrototypeOf');
