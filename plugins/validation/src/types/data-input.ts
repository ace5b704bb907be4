/** Members that lists, sets, dates, buffers, headers and promises have, and plain objects do not. */
interface NotBuiltIn {
  readonly [Symbol.iterator]?: never;
  readonly [Symbol.toStringTag]?: never;
  readonly [Symbol.toPrimitive]?: never;
}

/**
 * Data that `make()` reads: an object or a Map by its keys, a form, and requests of handlers, of Node and of the web. Lists,
 * sets, dates, buffers and promises have no fields: they are `E_DATA_SHAPE`, and do not compile.
 */
export type DataInput =
  | Readonly<Record<string, unknown>>
  | (object & NotBuiltIn)
  | ReadonlyMap<unknown, unknown>
  | URLSearchParams
  | FormData
  | globalThis.Request;
