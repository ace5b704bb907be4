import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import type { Peer } from './peer-sources.ts';
import { WireClient, wireRequest } from './wire-client.ts';

/** What clients saw of a peer's application that was changed under them. */
export interface PeerChanges {
  readonly requests: number;
  /** Requests without a connection, without a whole response within 10 s, or with another response than a number. */
  readonly lost: number;
  /** Milliseconds from each save to the first response of what was saved, in rising order. */
  readonly times: readonly number[];
  /** Changes that were not served within 30 s. */
  readonly unserved: number;
}

const message = wireRequest('GET', '/change');
const home = join(import.meta.dirname, '..', '..', '.tmp');

const within = async <Value>(seconds: number, waited: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing for ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([waited, late]).finally(() => clearTimeout(timer));
};

/** The number that the application answers with; rejects where there is none. */
const ask = async (port: number): Promise<number> => {
  const client = new WireClient(port);
  try {
    const { status, body } = await within(10, client.ask(message));
    if (status !== 200 || !/^\d+$/.test(body)) throw new Error(`${status} ${body.slice(0, 200)}`);
    return Number(body);
  } finally {
    client.close();
  }
};

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const serves = async (port: number, child: ChildProcess): Promise<void> => {
  for (const until = performance.now() + 60_000; performance.now() < until && child.exitCode === null; await pause(50))
    if (
      await ask(port).then(
        () => true,
        () => false,
      )
    )
      return;
  throw new Error('it does not serve');
};

const endGroup = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null) return;
  const exited = once(child, 'exit');
  // The group: what it started has processes of its own.
  process.kill(-child.pid, 'SIGKILL');
  await exited;
};

/** Changes a file of the application so many times in place, with so many requests a second, none of them repeated. */
const changeUnderLoad = async (port: number, changes: number, rate: number, save: (number: number) => void) => {
  const open = new Set<Promise<void>>();
  const times: number[] = [];
  let [requests, lost, unserved] = [0, 0, 0];
  let seen: (number: number) => void = () => undefined;
  const count = async (): Promise<void> => {
    requests++;
    try {
      seen(await ask(port));
    } catch {
      lost++;
    }
  };
  const began = performance.now();
  const timer = setInterval(() => {
    // A timer that comes late makes up for it.
    while (requests < ((performance.now() - began) / 1000) * rate) {
      const asked = count().finally(() => open.delete(asked));
      open.add(asked);
    }
  }, 2);
  for (let number = 1; number <= changes; number++) {
    const served = new Promise<void>((resolve) => {
      seen = (found) => {
        if (found === number) resolve();
      };
    });
    const saved = performance.now();
    save(number);
    await within(30, served).then(
      () => times.push(performance.now() - saved),
      () => unserved++,
    );
    await pause(1000);
  }
  clearInterval(timer);
  await Promise.all(open);
  return { requests, lost, unserved, times: times.toSorted((a, b) => a - b) };
};

/** Runs the peer's server of development from the packages in `modules`, and measures it. Rejects with what it said when it does not serve. */
export const peerChanges = async (peer: Peer, modules: string, changes: number, rate: number): Promise<PeerChanges> => {
  const port = await freePort();
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, 'peer-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const save = (number: number): void => write(peer.changed, `export const change: number = ${number};\n`);
  symlinkSync(modules, join(folder, 'node_modules'));
  for (const [file, text] of Object.entries(peer.files(port))) write(file, text);
  save(0);
  const [program = '', ...args] = peer.command;
  const child = spawn(process.execPath, [join(folder, 'node_modules', program), ...args], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'development', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = `${output}${text}`.slice(-2000)));
  try {
    await serves(port, child);
    return await changeUnderLoad(port, changes, rate, save);
  } catch (error) {
    throw new Error(`${peer.name}: ${String(error)}\n${output}`, { cause: error });
  } finally {
    await endGroup(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};
