/** An object with keys of its own: not a list, file, date or instance of a class. Holds across realms. */
export const isMap = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Nearly every map; the rest also holds for objects of another realm.
  if (prototype === Object.prototype) return true;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};
