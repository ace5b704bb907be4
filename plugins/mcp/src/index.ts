export type { McpConfig, McpMiddleware, McpRouteMeta } from './serving/config.ts';
export { errors } from './errors.ts';
export { mcp } from './serving/plugin.ts';
