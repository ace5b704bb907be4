/** An object of parsed JSON. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Whether a value of parsed JSON is an object, not a list. */
export const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Splits `user.name` into its segments; `\.` is a dot within one. */
export const splitPath = (path: string): readonly [string, ...string[]] => {
  const [first = '', ...rest] = path.split(/(?<!\\)\./).map((segment) => segment.replaceAll('\\.', '.'));
  return [first, ...rest];
};

const index = /^(?:0|[1-9]\d*)$/;

const step = (holder: unknown, segment: string): unknown => {
  if (Array.isArray(holder)) return index.test(segment) ? holder[Number(segment)] : undefined;
  return isMap(holder) && Object.hasOwn(holder, segment) ? holder[segment] : undefined;
};

/** The value at a dot path; undefined when there is none. Inherited members do not count. */
export const getPath = (data: unknown, path: string): unknown => {
  let value = data;
  for (const segment of splitPath(path)) value = step(value, segment);
  return value;
};
