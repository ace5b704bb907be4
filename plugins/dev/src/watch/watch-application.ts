import { spawn } from 'node:child_process';
import { relative, sep } from 'node:path';
import { ReadStream } from 'node:tty';
import { printable } from '@taproot/console/command';
import { formatFault, runsSources, type WatchedApplication } from '@taproot/console/internal';
import type { BootFault } from '@taproot/workers/protocol';
import { isForPages } from '../sources/source-tree.ts';
import { watchSources } from '../sources/watch-sources.ts';
import { DevServer } from './dev-server.ts';

/** The action of each key, by its letter. */
type Keys = Readonly<Record<string, () => void>>;

const interrupt = '\u0003';

/**
 * Reads single keys of a terminal; call the returned function to stop. Ctrl-C counts as `q`, because in this mode the terminal sends no
 * SIGINT.
 */
const readKeys = (stdin: ReadStream, keys: Keys): (() => void) => {
  const onData = (text: string): void => {
    for (const key of text) keys[key === interrupt ? 'q' : key.toLowerCase()]?.();
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', onData).resume();
  return () => {
    stdin.off('data', onData).pause();
    stdin.setRawMode(false);
  };
};

const programs: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the desktop's browser; calls `failed` if there is none. */
const openBrowser = (url: string, failed: () => void): void => {
  const [program, ...args] = programs[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', failed);
  child.once('exit', (code) => {
    if (code !== 0) failed();
  });
  child.unref();
};

// Whether a path is outside of the application: the spare process may have loaded that package already.
const isOutside = (path: string): boolean =>
  path.startsWith('..') || path === 'package.json' || path.endsWith('tsconfig.json');

const keysLine = 'r restart  o open  c clear  q quit';

/** `serve --watch`: serves the application and restarts it after each change, until a signal or the key `q`. Resolves to the exit code. */
export const watchApplication = async ({ files, options, handover, terminal }: WatchedApplication): Promise<number> => {
  const { root } = files;
  const { style, stdin, stdout, stderr, columns, interactive } = terminal;
  const say = (text: string): void => void stdout.write(`${text}\n`);
  /** Files that commands of the application keep up to date, and folders that a bundler watches. */
  const kept = new Set<string>();
  const isKept = (file: string): boolean => kept.has(file) || [...kept].some((folder) => file.startsWith(folder + sep));
  let url: string | null = null;
  let broken = false;

  const served = (address: string | null, milliseconds: number): void => {
    const first = url !== address;
    url = address;
    const time = style.dim(`in ${Math.round(milliseconds)} ms`);
    say(`${style.green(broken ? 'Fixed: serves' : 'Serves')}${address === null ? '' : ` ${address}`} ${time}`);
    broken = false;
    if (first && interactive) say(style.dim(keysLine));
  };
  const failed = (fault: BootFault | null, serves: boolean): void => {
    broken = true;
    if (fault !== null) stderr.write(`${formatFault(fault.text, columns, style)}\n`);
    const next = serves ? 'The application before the change still serves.' : 'No application serves.';
    stderr.write(`${style.yellow(`${next} Waiting for a change.`)}\n`);
  };

  // Begins to watch before the first process reads the files.
  const unwatch = watchSources({
    root,
    without: runsSources(files) ? ['dist'] : [],
    changed: (all) => {
      const changes = all.filter((file) => !isKept(file));
      if (changes.length === 0) return;
      const paths = changes.map((file) => relative(root, file));
      const [first = '', ...more] = paths;
      say(style.dim(printable(`${first}${more.length > 0 ? ` and ${more.length} more` : ''} changed`)));
      if (!changes.every((file) => isForPages(file, root))) server.restart({ cold: paths.some(isOutside) });
      else server.refresh(changes.every((file) => file.endsWith('.css')) ? 'styles' : 'pages');
    },
    blind: (reason) =>
      say(style.dim(printable(`Comparing the files every second, because they cannot be watched: ${reason}`))),
  });
  const [, program = ''] = process.argv;
  const server = new DevServer({
    program,
    args: ['serve', '--as-worker', ...options],
    cwd: root,
    handover,
    served,
    failed,
    keeps: (written) => {
      for (const file of written) kept.add(file);
    },
    shown: (address) => say(style.dim(`The error is shown at ${address}`)),
  });
  const interrupt = (): void => server.stop('SIGINT');
  const terminate = (): void => server.stop('SIGTERM');
  const open = (): void => {
    if (url === null) return;
    const address = url;
    openBrowser(address, () => say(style.dim(`No browser could be opened. The address is ${address}`)));
  };
  const keys = {
    r: () => server.restart({ cold: true }),
    o: open,
    c: () =>
      say(`\u001b[2J\u001b[3J\u001b[H${url === null ? '' : `${style.green('Serves')} ${url}\n`}${style.dim(keysLine)}`),
    q: interrupt,
  };
  const unread = interactive && stdin instanceof ReadStream ? readKeys(stdin, keys) : () => undefined;
  process.on('SIGINT', interrupt).on('SIGTERM', terminate);
  try {
    return await server.ended;
  } finally {
    unread();
    unwatch();
    process.off('SIGINT', interrupt).off('SIGTERM', terminate);
  }
};
