/** Makes the error for a member that does not exist; `assigned` when something was to be kept under its name. */
export type UnknownMember = (name: string, assigned: boolean) => Error;

// The language, inspectors and test runners ask any object for these.
const foreign = /\W|^(?:then|toJSON|constructor|asymmetricMatch|nodeType|tagName|hasAttribute)$/;

/**
 * Makes access to unknown members throw, for objects that inherit from `prototype`. Otherwise they would be undefined,
 * or silently stored. Only for development, because known members then go through a proxy too. `assigned` = false
 * allows assignments.
 */
export const refuseUnknown = (prototype: object, unknown: UnknownMember, assignments = false): void => {
  // Between the two, so that `instanceof` still finds the class.
  const target: object = Object.create(Object.getPrototypeOf(prototype) as object) as object;
  const isKnown = (name: PropertyKey): boolean =>
    typeof name === 'symbol' || name in target || foreign.test(String(name));
  const proxy = new Proxy(target, {
    get(_target, name, receiver): unknown {
      if (!isKnown(name)) throw unknown(String(name), false);
      return Reflect.get(target, name, receiver);
    },
    set(_target, name, value, receiver): boolean {
      if (assignments && !isKnown(name)) throw unknown(String(name), true);
      return Reflect.set(target, name, value, receiver);
    },
  });
  Object.setPrototypeOf(prototype, proxy);
};
