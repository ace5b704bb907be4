/** Reads the columns of an index: for a duplicate, MySQL and MariaDB name only the index. */
export type IndexColumns = (table: string, index: string) => Promise<readonly string[]>;

const origins = new WeakMap<object, IndexColumns>();

/** Remembers for an error of a query how to read the columns of an index. */
export const rememberOrigin = (error: unknown, columns: IndexColumns): void => {
  if (typeof error === 'object' && error !== null) origins.set(error, columns);
};

export const originOf = (error: object): IndexColumns | null => origins.get(error) ?? null;
