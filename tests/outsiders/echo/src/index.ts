export type { EchoConfig } from './config.ts';
export type { EchoServer } from './echo-server.ts';
export { echo } from './plugin.ts';
