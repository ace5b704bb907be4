export { Option, UsageError } from 'clipanion';
export { displayWidth, padDisplay } from '../output/display-width.ts';
export { type CellStyle, formatTable } from '../output/format-table.ts';
export { printable } from '../output/printable.ts';
export type { Style } from '../output/terminal.ts';
export { Command, type CommandClass, type CommandContext } from './command.ts';
