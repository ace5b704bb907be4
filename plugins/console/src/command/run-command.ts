import { type Application, type FrameworkError } from '@taproot/core';
import type { CommandEvent } from '@taproot/core/internal';
import { channels, didYouMean, trace } from '@taproot/core/plugin';
import { Cli, type Command, type Definition } from 'clipanion';
import { errors } from '../errors.ts';
import type { Terminal } from '../output/terminal.ts';
import type { CommandClass, CommandContext } from './command.ts';
import { helpPage, usageLine } from './help-page.ts';
import type { CommandEntry } from './manifest.ts';
import { PromptCancelled } from './prompt-cancelled.ts';
import { StopSignal } from './stop-signal.ts';

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

// clipanion writes `...` for any number of arguments and `#0` for values of options. Here they get names.
const definitionOf = (cli: Cli<CommandContext>, { rest = 'argument' }: CommandClass): Definition | undefined =>
  cli.definitions().map((found) => {
    const usage = found.usage.replaceAll(/#\d+/g, '<value>').replace(/ \.\.\.$/, ` <${rest}> ...`);
    return { ...found, usage };
  })[0];

// clipanion marks errors of the user. After an empty line, the message repeats the usage.
const isUsageFault = (error: unknown): error is Error => error instanceof Error && 'clipanion' in error;

/** clipanion's error for a command line that fits several patterns, the nearest first. */
interface Ambiguous {
  readonly candidates: readonly { readonly reason?: string | null }[];
}

const isAmbiguous = (error: Error): error is Error & Ambiguous =>
  'candidates' in error && Array.isArray(error.candidates) && error.candidates.length > 1;

// Translates messages of clipanion into plain sentences.
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^Extraneous positional argument \((".*")\)\.?$/s, 'There is an argument too many: $1.'],
  [/^Not enough positional arguments\.?$/, 'An argument is missing.'],
  [/^(?:Unsupported|Invalid) option name \((".*")\)\.?$/s, 'There is no option $1.'],
  [/^Not enough arguments to option (\S+)\.$/, 'The option $1 needs a value.'],
];

const reasonOf = (fault: Error): string => {
  const said = (isAmbiguous(fault) ? fault.candidates[0]?.reason : null) ?? fault.message.split('\n\n', 1)[0] ?? '';
  const [pattern, sentence] = sentences.find(([known]) => known.test(said)) ?? [said, said];
  return said.replace(pattern, sentence);
};

const usageError = (name: string, fault: Error, definition: Definition | undefined): FrameworkError => {
  const reason = reasonOf(fault);
  const typed = /^There is no option "(--?[^"=]+)/.exec(reason)?.[1];
  const options = definition?.options.flatMap(({ definition }) => definition.split(/[ ,]/)) ?? [];
  const hint = typed === undefined ? '' : didYouMean(typed, options);
  return errors.E_COMMAND_USAGE({ name, reason, hint, usage: definition === undefined ? name : usageLine(definition) });
};

/** Where a command runs: in a booted application, or only in the folder of an application. */
export interface Place {
  readonly app: Application | null;
  readonly root: string;
}

const contextOf = ({ app, root }: Place, terminal: Terminal, { ask: stopSignal }: StopSignal): CommandContext => {
  const { stdin, stdout, stderr, style } = terminal;
  const colorDepth = style.isColorSupported ? 8 : 1;
  return { app, root, terminal, stopSignal, stdin, stdout, stderr, env: process.env, colorDepth };
};

// clipanion lets commands handle their errors in `catch()`; the default throws them again.
const execute = async (command: Command<CommandContext>): Promise<number> => {
  try {
    return await command.validateAndExecute();
  } catch (error) {
    // No message: the user cancelled the question.
    if (error instanceof PromptCancelled) return error.exitCode;
    await command.catch(error);
    return 0;
  }
};

const traced = (command: string, run: () => Promise<number>): Promise<number> => {
  if (!channels.command.hasSubscribers) return run();
  const event: CommandEvent = { command, exitCode: null };
  return trace(channels.command, event, run, (exitCode) => (event.exitCode = exitCode));
};

/** Runs the command of a manifest entry with its arguments; resolves to the exit code, or rejects with the error of the command. */
export const runCommand = async (
  place: Place,
  entry: CommandEntry,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  const Loaded = await loadCommand(entry);
  const cli = Cli.from<CommandContext>(Loaded, { binaryName: 'npx taproot' });
  const definition = definitionOf(cli, Loaded);
  const stop = new StopSignal();
  try {
    const command = wantsHelp(args) ? null : cli.process([entry.path, ...args], contextOf(place, terminal, stop));
    if (command instanceof Loaded) return await traced(entry.path, () => execute(command));
    if (definition !== undefined) terminal.stdout.write(helpPage(entry.description, definition, terminal));
    return 0;
  } catch (error) {
    throw isUsageFault(error) ? usageError(entry.path, error, definition) : error;
  } finally {
    stop.end();
  }
};
