export { type CallResult, ConsoleKernel, type Streams } from './console-kernel.ts';
export { errors } from './errors.ts';
export type { CommandEntry, CommandModule } from './manifest.ts';
export { consoleKernel } from './plugin.ts';
