import type { Middleware } from '@taproot/core';
import { orNull } from '@taproot/core/plugin';

/** Returns the middleware in front of the server, when the application boots. */
export type McpMiddleware = () => readonly Middleware[];

/** `config.mcp`; its file is config/mcp.ts. */
export interface McpConfig {
  /** Path of the server; `/mcp` by default. */
  path: string;
  /** Says to agents in a few sentences when to use the server and its tools; empty by default. */
  instructions: string;
  /**
   * Middleware in front of the server, beside global middleware: `() => [middleware.auth()]`. None by default. The middleware of a tool's
   * route runs for each call, too.
   */
  middleware: McpMiddleware | null;
  /**
   * Headers of the agent's request that the request to a route gets, in lower case; `authorization`, `accept-language`, `traceparent` and
   * `tracestate` by default. No other header gets there.
   */
  forwarded_headers: readonly string[];
  /**
   * Host names of web pages that may call the server, beside this machine and the host of `app.url`. None by default. Agents outside of a
   * browser send no `Origin`, so they may always call.
   */
  allowed_origins: readonly string[];
  /** The most characters of an answer; 40,000 by default, about 10,000 tokens. The rest is cut. */
  max_output: number;
  /**
   * The tokens that the list of tools may take of an agent's context, estimated at four characters each; 8,000 by default. The boot warns
   * above it. Null never warns.
   */
  max_tokens: number | null;
}

/** How the tool of a route differs from its operation in the OpenAPI document. */
export interface McpRouteMeta {
  /** Name of the tool; the operationId by default, with `_` in place of dots. */
  readonly name?: string;
  /** When to use the tool; summary and description of the operation by default. */
  readonly description?: string;
  /** Whether a call changes nothing; true by default for GET. */
  readonly readOnly?: boolean;
  /** Whether a call may overwrite or delete; true by default for PUT, PATCH and DELETE. */
  readonly destructive?: boolean;
  /** Whether a second call with the same arguments changes nothing more; true by default for GET, PUT and DELETE. */
  readonly idempotent?: boolean;
}

/** Defaults of config/mcp.ts. */
export const mcpDefaults = orNull<McpConfig>(
  {
    path: '/mcp',
    instructions: '',
    middleware: null,
    forwarded_headers: ['authorization', 'accept-language', 'traceparent', 'tracestate'],
    allowed_origins: [],
    max_output: 40_000,
    max_tokens: 8000,
  },
  'middleware',
  'max_tokens',
);

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/mcp.ts: the server of tools for agents. */
    mcp: McpConfig;
  }
  interface RouteMeta {
    /** Makes the route a tool for agents, or says how the tool differs: `.meta({ mcp: true })`. */
    mcp: boolean | McpRouteMeta;
  }
}
