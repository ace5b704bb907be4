import { type Application, didYouMean, type FrameworkError } from '@taproot/core';
import { Cli, type Command, type Definition } from 'clipanion';
import { errors } from '../errors.ts';
import type { CommandEntry } from '../manifest.ts';
import type { Terminal } from '../output/terminal.ts';
import type { CommandClass, CommandContext } from './command.ts';
import { helpPage } from './help-page.ts';

const helpFlag = /^(?:-h|--help)(?:=|$)/;

const wantsHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).some((argument) => helpFlag.test(argument));
};

const loadCommand = async ({ path, load }: CommandEntry): Promise<CommandClass> => {
  const Loaded = await load();
  const paths = Loaded.paths?.map((words) => words.join(' ')) ?? [];
  if (!paths.includes(path)) throw errors.E_COMMAND_PATHS({ name: path, paths: paths.join(', ') || 'no path' });
  return Loaded;
};

// clipanion marks what is the user's fault; its message has the usage behind an empty line.
const isUsageFault = (error: unknown): error is Error => error instanceof Error && 'clipanion' in error;

const usageError = (name: string, fault: Error, definition: Definition | undefined): FrameworkError => {
  const reason = fault.message.split('\n\n', 1)[0] ?? '';
  const typed = /option name \("(--?[^"=]+)/.exec(reason)?.[1];
  const options = definition?.options.flatMap(({ definition }) => definition.split(/[ ,]/)) ?? [];
  const hint = typed === undefined ? '' : didYouMean(typed, options);
  return errors.E_COMMAND_USAGE({ name, reason, hint, usage: definition?.usage ?? `npx taproot ${name}` });
};

const contextOf = (app: Application, terminal: Terminal): CommandContext => {
  const { stdin, stdout, stderr, style } = terminal;
  return { app, terminal, stdin, stdout, stderr, env: process.env, colorDepth: style.isColorSupported ? 8 : 1 };
};

// `catch()` is a command's own say about its errors, by clipanion's contract; by default it throws them again.
const execute = async (command: Command<CommandContext>): Promise<number> => {
  try {
    return await command.validateAndExecute();
  } catch (error) {
    await command.catch(error);
    return 0;
  }
};

/** Runs the command of a manifest entry with its arguments; resolves to the exit code, rejects with what went wrong. */
export const runCommand = async (
  app: Application,
  entry: CommandEntry,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  const Loaded = await loadCommand(entry);
  const cli = Cli.from<CommandContext>(Loaded, { binaryName: 'npx taproot' });
  const [definition] = cli.definitions();
  try {
    const command = wantsHelp(args) ? null : cli.process([entry.path, ...args], contextOf(app, terminal));
    if (command instanceof Loaded) return await execute(command);
    if (definition !== undefined) terminal.stdout.write(helpPage(entry.description, definition, terminal));
    return 0;
  } catch (error) {
    throw isUsageFault(error) ? usageError(entry.path, error, definition) : error;
  }
};
