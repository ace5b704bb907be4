import { explain, hasCode } from '@taproot/core';
import { type ApplicationFiles, findApplication } from './application/find-application.ts';
import { loadBoot } from './application/load-boot.ts';
import { errors } from './errors.ts';
import { printableLines } from './output/printable.ts';
import { version } from './version.ts';

const outside = `${version}

Usage: npx taproot <command> [options]

Commands belong to an application, and there is none here.
Run this inside one, or make one with \`npm create taproot\`.
`;

// A reader that went away (`route:list | head`) is no error of ours: the rest is written to nobody.
const forgiveClosedPipes = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!hasCode(error, 'EPIPE', 'ERR_STREAM_DESTROYED')) throw error;
    });
  }
};

const outsideOfApplication = (argv: readonly string[], folder: string): number => {
  const [name = '--help'] = argv;
  if (name !== '--help' && name !== '-h') throw errors.E_APPLICATION_NOT_FOUND({ folder });
  process.stdout.write(outside);
  return 0;
};

const runInApplication = async (argv: readonly string[], files: ApplicationFiles): Promise<number> => {
  const boot = await loadBoot(files);
  const app = await boot();
  let code = 1;
  try {
    code = await app.facades.Console().run(argv, process);
  } finally {
    // What fails to close is reported by close() itself.
    const failures = await app.close();
    if (failures.length > 0) code ||= 1;
  }
  return code;
};

/** The whole of `npx taproot`: finds and boots the application, runs the command, closes, and resolves to the exit code. */
export const main = async (argv: readonly string[]): Promise<number> => {
  forgiveClosedPipes();
  if (argv[0] === '--version') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  try {
    const files = findApplication(process.cwd());
    return files === null ? outsideOfApplication(argv, process.cwd()) : await runInApplication(argv, files);
  } catch (error) {
    process.stderr.write(`${printableLines(explain(error))}\n`);
    return 1;
  }
};
