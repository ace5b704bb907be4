import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Application } from '@taproot/core';
import { hearPrimary } from '@taproot/workers/protocol';

/** Milliseconds after the boot, so that the first requests do not share the processor with the commands. */
const delay = 500;

/** Seconds after which a command is given up. */
const limit = 120;

/** The command lines that plugins ask for in their manifests, by the key `keep`. */
const commandsOf = async ({ plugins }: Application): Promise<string[][]> => {
  const manifests = await Promise.all(plugins.map(({ commands }) => commands?.()));
  return manifests.flatMap((manifest) =>
    (manifest?.commands ?? []).flatMap((entry) =>
      'keep' in entry && entry.keep !== undefined ? [[entry.path, ...entry.keep]] : [],
    ),
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
      (error, stdout, stderr) => {
        if (error === null) process.stdout.write(stdout);
        else if (!signal.aborted) process.stderr.write(`${args.join(' ')}: ${stderr.trim() || error.message}\n`);
        resolve();
      },
    );
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
    for (const command of await commandsOf(app)) if (!end.signal.aborted) await run(command, app, end.signal);
  };
  setTimeout(() => void bring().catch((error: unknown) => app.report(error, { where: 'keep' })), delay).unref();
};
