import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import colors from 'picocolors';
import { ask } from './ask.ts';
import { createApplication } from './create-application.ts';
import { decide } from './decide.ts';
import { ScaffoldError } from './errors.ts';
import { readOptions } from './read-options.ts';
import { usage } from './usage.ts';

const versionOf = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};

// The error codes of a pipe, a socket and a Node stream whose reader has gone.
const gone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

const forgive = (error: NodeJS.ErrnoException): void => {
  if (!gone.has(error.code ?? '')) throw error;
};

// A reader that went away (`create-taproot ... | head`) is not an error; the remaining output is dropped. A process that calls main()
// again has one listener all the same.
const forgiveClosedPipes = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.off('error', forgive).on('error', forgive);
};

// In CI there may be a terminal, but no user.
const mayAsk = ({ CI: ci = '' }: NodeJS.ProcessEnv): boolean =>
  process.stdin.isTTY && process.stdout.isTTY && ['', '0', 'false'].includes(ci);

const create = async (args: readonly string[], template: string): Promise<number> => {
  const { env } = process;
  const given = readOptions(args);
  if (given.help || given.version) {
    process.stdout.write(given.help ? usage : `${versionOf()}\n`);
    return 0;
  }
  const options =
    given.yes || !mayAsk(env) ? given : await ask(given, env, { input: process.stdin, output: process.stdout });
  if (options === null) {
    process.stderr.write('Nothing was made.\n');
    return 1;
  }
  const choices = decide(options, process.cwd(), env);
  await createApplication(template, choices);

  const folder = relative(process.cwd(), choices.directory);
  const hasServer = choices.parts.includes('database') && choices.database !== 'sqlite';
  const steps = [
    ...(folder === '' ? [] : [`cd ${folder}`]),
    ...(hasServer ? ['docker compose up -d --wait'] : []),
    `${choices.packageManager} start`,
  ];
  const next = steps.map((step) => `  ${step}\n`).join('');
  process.stdout.write(`\n${colors.green('Made')} ${choices.name}. Next:\n\n${next}\n`);
  process.stdout.write('README.md in it says what is where, and how to add to it.\n');
  return 0;
};

/** Runs create-taproot and resolves to the exit code. An error of the user prints two lines. */
export const main = async (
  args: readonly string[],
  template = fileURLToPath(new URL('../template', import.meta.url)),
): Promise<number> => {
  forgiveClosedPipes();
  try {
    return await create(args, template);
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    process.stderr.write(`${error.code}: ${error.message}\n  fix: ${error.fix}\n`);
    return 1;
  }
};
