/**
 * An empty object whose unknown names throw what `missing` makes of them. Known names are own properties, so using them
 * costs what any property costs; only a miss reaches the proxy behind.
 */
export const lookupTable = <Table extends object>(missing: (name: string) => Error): Table => {
  const fallback = new Proxy(Object.create(null) as object, {
    get: (_target, name) => {
      // Symbols, `then` and `toJSON` are asked by the language and by inspectors, not by authors.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
      throw missing(name);
    },
  });
  return Object.create(fallback) as Table;
};
