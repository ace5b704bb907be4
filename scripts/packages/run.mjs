import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

// The machine that checks may have settings of its own; a stranger's has none that matter.
const env = {
  ...process.env,
  npm_config_prefer_offline: 'true',
  npm_config_loglevel: 'error',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  FORCE_COLOR: '0',
};
delete env.NODE_OPTIONS;

/** Runs a program; gives back what it wrote: `stdout`, and `output` with standard error behind it. An exit code other than `code` throws, with all of that. */
export const run = async (program, args, { cwd, code = 0, variables = {} }) => {
  const child = spawn(program, args, { cwd, env: { ...env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (status !== code)
    throw new Error(`${[program, ...args].join(' ')} ended with ${status}, not ${code}:\n${stdout}${stderr}`);
  return { stdout, output: stdout + stderr };
};

/** Starts a server, waits until it tells its address, hands that to `work`, and ends it with SIGTERM: exit 0. */
export const serve = async (program, args, { cwd, variables = {} }, work) => {
  const child = spawn(program, args, {
    cwd,
    env: { ...env, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm passes no signal on when its shell is between: the whole group is told, as a terminal does.
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let told = '';
  const address = new Promise((resolve, reject) => {
    const read = (chunk) => {
      told += chunk;
      const url = /listens on (http[^\s"]+)/.exec(told)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((status) => reject(new Error(`${program} ${args.join(' ')} ended with ${status}:\n${told}`)));
  });
  try {
    await work(await address);
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
};
