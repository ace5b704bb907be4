/**
 * One library's way to validate one kind of data, as its users would write it.
 * @typedef {object} Checker
 * @property {(data: unknown) => unknown} run Gives the valid data, or every message there is to give; may be a promise.
 * @property {(outcome: unknown) => readonly string[]} wrong The fields, dotted, that an outcome complains about.
 *
 * A library: a record of eight fields and ten rules, and a list of items with ten rules each.
 * @typedef {object} Library
 * @property {string} name
 * @property {Checker} record
 * @property {Checker} items
 */

/**
 * The names of fields from paths as most libraries give them, each once.
 * @param {readonly (readonly unknown[] | undefined)[]} paths
 */
export const fieldNames = (paths) => [...new Set(paths.map((path = []) => path.join('.')))];
