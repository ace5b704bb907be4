import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { type CommandEntry, consoleKernel } from '@taproot/console';
import { Command, type CommandClass } from '@taproot/console/command';
import { type Application, setup } from '@taproot/core';

/** A stream that says it is a terminal, as a keyboard or as a screen. */
class TerminalStream extends PassThrough {
  readonly isTTY: boolean;
  readonly columns = 80;
  readonly rows = 24;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  setRawMode(): this {
    return this;
  }
}

/** What a command did that was run on a terminal. */
export interface Session {
  readonly code: number;
  /** All that was written, without colours and movements of the cursor. */
  readonly screen: string;
}

const opened: Application[] = [];

/** Closes the applications of the test. */
export const closeAll = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
};

/** What a session has of a terminal; both when nothing is said. */
export interface Surroundings {
  readonly keyboard?: boolean;
  readonly screen?: boolean;
}

/** Pressed as a key, it ends the input: the terminal was closed. */
export const hangUp = '';

/** Keys that are pressed once a text is on the screen. */
export type Keys = readonly (readonly [shown: string, keys: string])[];

/** Runs a command line of an application on a terminal, somebody pressing keys. */
export const converse = async (
  app: Application,
  argv: readonly string[],
  keys: Keys = [],
  { keyboard = true, screen = true }: Surroundings = {},
): Promise<Session> => {
  const stdin = new TerminalStream(keyboard);
  const stdout = new TerminalStream(screen);
  const left = [...keys];
  let written = '';
  let seen = 0;
  stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
    const next = left[0];
    if (next === undefined || !stripVTControlCharacters(written.slice(seen)).includes(next[0])) return;
    seen = written.length;
    left.shift();
    // Whoever asked listens for keys once it has written.
    setImmediate(() => (next[1] === hangUp ? stdin.end() : stdin.write(next[1])));
  });
  const code = await app.facades.Console().run(argv, { stdin, stdout, stderr: stdout });
  return { code, screen: stripVTControlCharacters(written) };
};

/** Runs a command on a terminal whose whole work is given. */
export const talk = async (
  work: (command: Command) => Promise<void>,
  keys: Keys = [],
  { env = {}, ...surroundings }: Surroundings & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Session> => {
  class Talk extends Command {
    static override paths = [['talk']];

    override execute(): Promise<void> {
      return work(this);
    }
  }
  const entry: CommandEntry = { path: 'talk', description: 'Talk', load: async (): Promise<CommandClass> => Talk };
  const app = await setup(null, { env: { CI: '', NO_COLOR: '', FORCE_COLOR: '', TERM: 'xterm', ...env } })
    .withPlugins([consoleKernel()])
    .withCommands([entry])
    .create();
  opened.push(app);
  return converse(app, ['talk'], keys, surroundings);
};
