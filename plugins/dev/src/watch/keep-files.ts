import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import type { Application } from '@taproot/core';
import { hearPrimary, tellPrimary } from '@taproot/workers/protocol';

/** Milliseconds after the boot, so that the first requests do not share the processor with the commands. */
const delay = 500;

/** Seconds after which a command is given up. */
const limit = 120;

/** A command line, and the files that it writes. */
interface Kept {
  readonly args: readonly string[];
  readonly files: readonly string[];
}

/** The command lines that plugins ask for in their manifests, by the key `keep`. */
const commandsOf = async (app: Application): Promise<Kept[]> => {
  const manifests = await Promise.all(app.plugins.map(async ({ commands }) => commands?.()));
  const root = realpathSync(app.basePath);
  return manifests.flatMap((manifest) =>
    (manifest?.commands ?? []).flatMap((entry) => {
      if (!('keep' in entry) || entry.keep === undefined) return [];
      const { args, files } = entry.keep;
      return [{ args: [entry.path, ...args], files: files(app).map((file) => resolve(root, file)) }];
    }),
  );
};

/** Runs a command of the application at low priority, and shows what it prints. Of a command that fails, it shows the error. */
const run = (args: readonly string[], app: Application, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    // Removes the variables of a node:cluster worker. With them, the command would become a worker, too.
    const { NODE_UNIQUE_ID: _, NODE_CHANNEL_FD: __, ...env } = process.env;
    const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const [, program = ''] = process.argv;
    const child = execFile(
      process.execPath,
      [...process.execArgv, program, ...args],
      { cwd: app.basePath, env: { ...colors, ...env }, timeout: limit * 1000, signal },
      (error, _stdout, stderr) => {
        if (error !== null && !signal.aborted)
          process.stderr.write(`${args.join(' ')}: ${stderr.trim() || error.message}\n`);
        resolve();
      },
    );
    // At once and not at its end, which an abort may bring forward.
    child.stdout?.on('data', (text: string) => process.stdout.write(text));
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The process may have ended already.
    }
  });

/**
 * Lets commands of plugins renew the files that they make from the code, such as the OpenAPI document and its client. They run in processes
 * of their own, one after another, and end when this application does: the next one starts them again.
 */
export const keepFiles = (app: Application): void => {
  const end = new AbortController();
  hearPrimary(({ taproot }) => {
    if (taproot === 'end') end.abort();
  });
  process.once('exit', () => end.abort());
  const bring = async (): Promise<void> => {
    const commands = await commandsOf(app);
    tellPrimary({ taproot: 'keeps', files: commands.flatMap(({ files }) => files) });
    for (const { args } of commands) if (!end.signal.aborted) await run(args, app, end.signal);
  };
  setTimeout(() => void bring().catch((error: unknown) => app.report(error, { where: 'keep' })), delay).unref();
};
