import { defineErrors } from '@taproot/core';

/** Errors of the server of tools. */
export const errors = defineErrors({
  E_MCP_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/mcp.ts or in the options of mcp(), or remove it to keep its default.',
  },
  E_MCP_DOCUMENT: {
    message: 'Tools need the OpenAPI document of the application, but {reason}.',
    fix: 'Add openapi() of @taproot/openapi to the plugins, run `npx taproot openapi:write`, and commit the document.',
  },
  E_MCP_UNDESCRIBED: {
    message: '{route} is to be a tool, but the OpenAPI document does not have it.',
    fix: 'Run `npx taproot openapi:write`, and commit the document. A route with `openapi: { hidden: true }` cannot be a tool.',
  },
  E_MCP_BODY: {
    message: '{route} cannot be a tool, because it takes only {types}.',
    fix: 'Remove `mcp` from its metadata. Agents send JSON.',
  },
  E_MCP_NAME: {
    message: '{route} cannot be the tool "{name}", {reason}.',
    fix: 'Name it in its metadata: `.meta({ mcp: { name: "another_name" } })`.',
  },
  E_MCP_BUDGET: {
    message: "The {count} tools at {path} take about {tokens} tokens of an agent's context; {limit} are allowed.",
    fix: 'Make fewer routes tools, shorten their descriptions, or raise mcp.max_tokens. Agents choose better among few tools.',
  },
  E_MCP_ORIGIN: {
    message: 'Pages of another site may not call this server.',
    fix: 'If the page may call it, add its host name to mcp.allowed_origins.',
    status: 403,
  },
});
