// Keys that the language, inspectors and test runners read from any object.
const foreign = /\W|^(?:then|toJSON|constructor|href|asymmetricMatch|nodeType|tagName|hasAttribute)$/;

/**
 * An empty object on which unknown names throw the error of `missing`. Known names are own properties and cost no more
 * than usual; only a miss reaches the proxy behind it.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the members come later; the caller knows which
export const lookupTable = <Table extends object>(missing: (name: string) => Error): Table => {
  const fallback = new Proxy(Object.create(null) as object, {
    get: (_target, name) => {
      if (typeof name === 'symbol' || foreign.test(name)) return undefined;
      throw missing(name);
    },
  });
  return Object.create(fallback) as Table;
};
