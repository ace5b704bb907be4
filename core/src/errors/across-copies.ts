const ordinary = Function.prototype[Symbol.hasInstance];

/**
 * Makes `instanceof Class` true also of what a second copy of this package made: an application has two where one of
 * its packages was updated alone. Subclasses are told apart as ever.
 */
export const acrossCopies = (Class: { readonly prototype: object }, name: string): void => {
  const brand = Symbol.for(`@taproot/core:${name}`);
  Object.defineProperty(Class.prototype, brand, { value: true });
  Object.defineProperty(Class, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== Class) return ordinary.call(this, value);
      return typeof value === 'object' && value !== null && brand in value;
    },
  });
};
