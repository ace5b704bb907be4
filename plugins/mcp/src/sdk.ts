import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import {
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  localhostAllowedOrigins,
  McpServer,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Tool } from './tool.ts';

/** The name and the instructions that a server gives to agents. */
export interface ServerFacts {
  readonly name: string;
  /** Says in a few sentences when to use which tool. */
  readonly instructions: string;
}

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

const serverOf = <Caller>(facts: ServerFacts, tools: readonly Tool<Caller>[], caller: Caller): McpServer => {
  const { name, instructions } = facts;
  const server = new McpServer({ name, version }, { instructions, capabilities: { tools: {} } });
  for (const tool of tools) {
    const { readOnly, destructive, idempotent } = tool.hints;
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(tool.input as JsonSchemaType),
        annotations: {
          readOnlyHint: readOnly,
          destructiveHint: destructive,
          idempotentHint: idempotent,
          openWorldHint: false,
        },
      },
      async (given, { mcpReq: { signal } }) => {
        const { text, failed } = await tool.run(given, { signal, caller });
        return { content: [{ type: 'text', text }], isError: failed };
      },
    );
  }
  return server;
};

/**
 * Serves tools on standard input and output, until the client closes its end or `signal` aborts. Nothing else may write to standard output
 * while it runs.
 */
export const serveOnStdio = async (facts: ServerFacts, tools: readonly Tool[], signal: AbortSignal): Promise<void> => {
  const { stdin, stderr } = process;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => resolve();
    stdin.once('end', end).once('close', end);
    signal.addEventListener('abort', end, { once: true });
  });
  const onerror = (error: Error): void => void stderr.write(`${error.message}\n`);
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const server = serveStdio(() => serverOf(facts, tools, undefined), { onerror });
  await ended;
  await server.close();
};

/** Answers requests of the streamable HTTP transport. */
export interface HttpTools<Caller> {
  answer(request: globalThis.Request, caller: Caller): Promise<globalThis.Response>;
  close(): Promise<void>;
}

/**
 * Serves tools over streamable HTTP, without sessions, so that any process answers any request. `tools` is called for each request.
 */
export const serveOnHttp = <Caller>(
  facts: ServerFacts,
  tools: () => readonly Tool<Caller>[],
  report: (error: Error) => void,
): HttpTools<Caller> => {
  // The SDK may copy the request, so the caller cannot be found by it.
  const callers = new AsyncLocalStorage<Caller>();
  const serverNow = (): McpServer => {
    const caller = callers.getStore();
    if (caller === undefined) throw new Error('A server was made outside of a request.');
    return serverOf(facts, tools(), caller);
  };
  const handler = createMcpHandler(serverNow, { onerror: report });
  return {
    answer: (request, caller) => callers.run(caller, () => handler.fetch(request)),
    close: () => handler.close(),
  };
};

/** Whether a request with this `Origin` may come in: one without it, of this machine, or of one of these host names. */
export const mayCall = (origin: string | null, hosts: readonly string[]): boolean =>
  validateOriginHeader(origin, [...localhostAllowedOrigins(), ...hosts]).ok;
