import { basename, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type CANCEL_SYMBOL, confirm, intro, isCancel, multiselect, select, text } from '@clack/prompts';
import { drivers, type Starter, starters } from './choices.ts';
import { type EngineName, engineNames } from './engines.ts';
import { type ExtraName, extras, offeredTo } from './extras.ts';
import { packageManagersHere, runningPackageManager } from './package-manager.ts';
import { packageName } from './package-name.ts';
import { parts, withRequired } from './parts.ts';
import type { Options } from './read-options.ts';
import { whileReadable } from './while-readable.ts';

/** The terminal of the user who is asked. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

const starterHints: Record<Starter, string> = {
  demo: 'an example to read: posts with uploads and tests',
  api: 'an empty API',
  web: 'pages with accounts: two factors, passkeys, sign-in with other sites',
};

const engineHints: Record<EngineName, string> = {
  sqlite: 'a file, nothing to start',
  postgres: 'with a compose.yaml',
  mysql: 'with a compose.yaml',
  mariadb: 'with a compose.yaml',
};

class Cancelled extends Error {}

/** The terminal of a question, and the signal that ends it. */
interface Terms extends Terminal {
  readonly signal: AbortSignal;
}

/** The answer to a question. Rejects with `Cancelled` when the user cancels it, or when the input has ended. */
const answerIn = async <Value>(
  terminal: Terminal,
  question: (terms: Terms) => Promise<Value | typeof CANCEL_SYMBOL>,
): Promise<Value> => {
  const answer = await whileReadable(terminal.input, (signal) => question({ ...terminal, signal }));
  if (isCancel(answer)) throw new Cancelled();
  return answer;
};

const complaintOf = (directory: string): string | undefined => {
  try {
    packageName(basename(resolve(directory)));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Asks for the choices that the options leave open; null when the user cancels. */
export const ask = async (options: Options, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<Options | null> => {
  const answered = <Value>(question: (terms: Terms) => Promise<Value | typeof CANCEL_SYMBOL>): Promise<Value> =>
    answerIn(terminal, question);
  const here = packageManagersHere(env);
  const initialValue = runningPackageManager(env);
  intro('A new Taproot application', terminal);
  try {
    const directory =
      options.directory ??
      (await answered((terms) =>
        text({
          ...terms,
          message: 'Where does it go?',
          placeholder: 'my-app',
          defaultValue: 'my-app',
          validate: (value = '') => (value === '' || options.name !== undefined ? undefined : complaintOf(value)),
        }),
      ));
    const starter =
      options.starter ??
      (await answered((terms) =>
        select({
          ...terms,
          message: 'What does it begin with?',
          options: starters.map((value) => ({ value, hint: starterHints[value] })),
        }),
      ));
    const driver =
      options.driver ??
      (await answered((terms) =>
        select({ ...terms, message: 'Which HTTP engine?', options: drivers.map((value) => ({ value })) }),
      ));
    const chosen =
      options.parts ??
      (starter === 'web'
        ? parts.map(({ name }) => name)
        : await answered((terms) =>
            multiselect({
              ...terms,
              message: 'With which parts?',
              options: parts.map(({ name, title }) => ({ value: name, label: title })),
              initialValues: parts.map(({ name }) => name),
              required: false,
            }),
          ));
    const more =
      options.extras ??
      (await answered((terms) =>
        multiselect<ExtraName>({
          ...terms,
          message: 'With which packages besides?',
          options: offeredTo(starter).map((value) => ({ value, hint: extras[value].title })),
          required: false,
        }),
      ));
    const database =
      options.database ??
      (withRequired([...chosen, ...more.flatMap((name) => extras[name].requires)]).includes('database')
        ? await answered((terms) =>
            select({
              ...terms,
              message: 'Which database?',
              options: engineNames.map((value) => ({ value, hint: engineHints[value] })),
            }),
          )
        : undefined);
    const otel =
      options.otel ??
      (await answered((terms) =>
        confirm({ ...terms, message: 'Send traces and metrics by OpenTelemetry?', initialValue: false }),
      ));
    const packageManager =
      options.packageManager ??
      (here.length === 1
        ? initialValue
        : await answered((terms) =>
            select({
              ...terms,
              message: 'Which package manager?',
              options: here.map((value) => ({ value })),
              initialValue,
            }),
          ));
    const git =
      options.git ??
      (await answered((terms) => confirm({ ...terms, message: 'Begin a git repository, with a first commit?' })));
    const install =
      options.install ?? (await answered((terms) => confirm({ ...terms, message: 'Install the dependencies?' })));
    return {
      ...options,
      directory,
      starter,
      driver,
      parts: chosen,
      extras: more,
      database,
      otel,
      packageManager,
      git,
      install,
    };
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  }
};
