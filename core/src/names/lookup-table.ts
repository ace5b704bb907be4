// Keys that the language, inspectors and test runners read of any object.
const foreign = /\W|^(?:then|toJSON|constructor|href|asymmetricMatch|nodeType|tagName|hasAttribute)$/;

/**
 * An empty object whose unknown names throw what `missing` makes of them. Known names are own properties, so using them
 * costs what any property costs; only a miss reaches the proxy behind.
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
