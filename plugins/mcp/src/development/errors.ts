import { answered, type Tool } from '../tool.ts';
import { argumentsOf, reads } from './arguments.ts';
import { type CommandLine, faultOf } from './command-line.ts';

/** `errors`: the error of the boot. */
export const errorsTool = (commands: CommandLine): Tool => ({
  name: 'errors',
  description:
    'Says whether the application boots. If not, shows the error with its code, file, line and fix. Call it after each change.',
  input: argumentsOf({}),
  hints: reads,
  async run(_given, { signal }) {
    const boot = await commands.run(['about', '--only', 'application'], signal);
    return boot.code === 0 ? answered('The application boots.') : faultOf(boot);
  },
});
