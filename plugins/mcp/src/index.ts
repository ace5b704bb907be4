export { errors } from './errors.ts';
export type { McpConfig, McpMiddleware, McpRouteMeta } from './serving/config.ts';
export { mcp } from './serving/plugin.ts';
