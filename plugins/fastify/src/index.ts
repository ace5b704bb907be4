export { fastify } from './plugin.ts';
