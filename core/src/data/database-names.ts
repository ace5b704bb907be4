/**
 * What an application declares of its database, for plugins that take names of tables and columns. A database plugin
 * merges its own declarations: `interface DatabaseNames { tables: Tables }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface DatabaseNames {}
