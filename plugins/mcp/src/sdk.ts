import { createMcpHandler, fromJsonSchema, type JsonSchemaType, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { isError } from '@taproot/core/plugin';
import type { Tool } from './tool.ts';

/** The name and the instructions that a server gives to agents. */
export interface ServerFacts {
  readonly name: string;
  readonly version: string;
  /** Says in a few sentences when to use which tool. */
  readonly instructions: string;
}

const serverOf = <Caller>(facts: ServerFacts, tools: readonly Tool<Caller>[], caller: Caller): McpServer => {
  const { name, version, instructions } = facts;
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
  const server = serveStdio(() => serverOf(facts, tools, undefined), { onerror });
  await ended;
  await server.close();
};

/** Answers requests of the streamable HTTP transport. */
export interface HttpTools {
  answer(request: globalThis.Request): Promise<globalThis.Response>;
  close(): Promise<void>;
}

/**
 * Serves tools over streamable HTTP, without sessions, so that any process answers any request. `tools` and `callerOf` are called for each
 * request.
 */
export const serveOnHttp = <Caller>(
  facts: ServerFacts,
  tools: () => readonly Tool<Caller>[],
  callerOf: (request: globalThis.Request | undefined) => Caller,
  report: (error: Error) => void,
): HttpTools => {
  const onerror = (error: unknown): void => report(isError(error) ? error : new Error(String(error)));
  const handler = createMcpHandler(({ requestInfo }) => serverOf(facts, tools(), callerOf(requestInfo)), { onerror });
  return { answer: (request) => handler.fetch(request), close: () => handler.close() };
};
