export type { AnyGenerator, CommandEntry, CommandModule, GeneratorEntry } from './command/manifest.ts';
export { type CallResult, ConsoleKernel } from './console-kernel.ts';
export { errors } from './errors.ts';
export type { Streams } from './output/streams.ts';
export { consoleKernel } from './plugin.ts';
