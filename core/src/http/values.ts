/**
 * Copies `data` into the fields `target` declares as its own: data of any other name, methods, accessors and inherited
 * members are left alone, so that a client cannot set what the class did not mean to take.
 */
export const bindFields = <Target extends object>(target: Target, data: Readonly<Record<string, unknown>>): Target => {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    if (!property.writable || typeof property.value === 'function' || !Object.hasOwn(data, name)) continue;
    Reflect.set(target, name, data[name]);
  }
  return target;
};
