export { type ConfigureFastify, fastify } from './plugin.ts';
