export { type CallResult, ConsoleKernel } from './console-kernel.ts';
export { errors } from './errors.ts';
export type { CommandEntry, CommandModule } from './manifest.ts';
export type { Streams } from './output/streams.ts';
export { consoleKernel } from './plugin.ts';
