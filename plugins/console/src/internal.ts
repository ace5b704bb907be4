// Only for @taproot/dev. Any release may change it.
export { commandOptions } from './command/command-options.ts';
export type { AnyGenerator, CommandEntry } from './command/manifest.ts';
export type { Development, Inputs, RememberedCommands, WatchedApplication } from './development.ts';
export { frameworkPackages, importPackage } from './framework-packages.ts';
export { readManifest } from './introspection/package-version.ts';
export { bringTypes } from './introspection/types-file.ts';
export { runsSources } from './load-boot.ts';
export { formatFault } from './output/format-fault.ts';
export { createStyle, type Terminal } from './output/terminal.ts';
export { overview, overviewColumn } from './overview.ts';
