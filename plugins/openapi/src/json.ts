/** A JSON object of the document. The file leaves out undefined members. */
export type JsonObject = { readonly [member: string]: unknown };

/** Keys in the order of their code units, so that a document never depends on the order of registration. */
export const sorted = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> =>
  Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));

/** The values without repetition, compared and ordered by their JSON. */
export const distinct = (values: readonly unknown[]): unknown[] =>
  [...new Map(values.map((value) => [JSON.stringify(value), value]))]
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, value]) => value);
