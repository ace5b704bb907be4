import { CommandLine, type Workplace } from './development/command-line.ts';
import { databaseTool } from './development/database.ts';
import { docsTool } from './development/docs.ts';
import { errorsTool } from './development/errors.ts';
import { generateTool } from './development/generate.ts';
import { applicationTool, configTool, hooksTool } from './development/inspection.ts';
import { requestsTool } from './development/requests.ts';
import { routesTool } from './development/routes.ts';
import { serveOnStdio } from './sdk.ts';
import { capped, type Tool } from './tool.ts';

/** The most characters of an answer: about 10,000 tokens. */
const maxAnswer = 40_000;

const instructions =
  'Tools of a Taproot application under development. Each call reads the code as it is now. If the application does not boot, each tool ' +
  'answers with the error, its place and its fix.';

const tools = (place: Workplace): Tool[] => {
  const commands = new CommandLine(place);
  return [
    applicationTool(commands),
    routesTool(commands),
    hooksTool(commands),
    configTool(commands),
    errorsTool(commands),
    requestsTool(commands),
    databaseTool(commands),
    docsTool(place.root),
    generateTool(commands),
  ].map((tool) => ({
    ...tool,
    run: async (given, call) =>
      capped(await tool.run(given, call), maxAnswer, 'Ask for less with the arguments of this tool.'),
  }));
};

/** Serves the tools of development on standard input and output until the client closes its end. `npx taproot mcp` calls it. */
export const serveDevelopment = (place: Workplace, signal: AbortSignal): Promise<void> =>
  serveOnStdio({ name: 'taproot', instructions }, tools(place), signal);
