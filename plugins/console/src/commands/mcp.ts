import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasCode } from '@taproot/core';
import { Command } from '../command/index.ts';
import { errors } from '../errors.ts';

/** The part of `@taproot/mcp` that the console calls. The console never imports that package directly. */
interface AgentTools {
  serveDevelopment(place: { readonly root: string; readonly program: string }, signal: AbortSignal): Promise<void>;
}

const load = async (root: string): Promise<AgentTools> => {
  try {
    const file = createRequire(join(root, 'package.json')).resolve('@taproot/mcp/stdio');
    return (await import(pathToFileURL(file).href)) as AgentTools;
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'))
      throw errors.E_COMMAND_MCP({ cause: error });
    throw error;
  }
};

/** `mcp`: gives coding agents tools of the application, by the Model Context Protocol on standard input and output. */
export class Mcp extends Command {
  static override paths = [['mcp']];

  static override usage = Command.Usage({
    details:
      'A coding agent starts it; docs/mcp.md has the lines for its configuration. The application need not boot: the\n' +
      'tools then answer with its error. Standard output has nothing but messages of the protocol.',
    examples: [['As an agent starts it', 'npx taproot mcp']],
  });

  override async execute(): Promise<void> {
    const { root } = this.context;
    const tools = await load(root);
    await tools.serveDevelopment({ root, program: process.argv[1] ?? '' }, this.signal);
  }
}
