import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { program } from '../../support/program.ts';
import { Balancer } from './balancer.ts';
import { WireClient, wireRequest } from './wire-client.ts';

const fixture = program(join(import.meta.dirname, '..', 'fixtures', 'rollout-server.ts'));

/** What clients saw of a balancer whose servers were replaced one after another. */
export interface Rollout {
  readonly requests: number;
  readonly failed: readonly string[];
  /** Processes that answered. */
  readonly processes: number;
}

/** What is asked of a rollout. */
export interface RolloutInit {
  /** How often both servers are replaced. */
  readonly rounds: number;
  /** Requests at least. */
  readonly requests: number;
  readonly clients: number;
  /** Seconds for which a server that ends says so before. */
  readonly drain: number;
}

const start = (port: number, drain: number): ChildProcess =>
  spawn(process.execPath, [fixture], {
    env: { ...process.env, NODE_OPTIONS: '', APP_ENV: 'production', PORT: String(port), DRAIN: String(drain) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

/** Rejects, with what the process wrote, when it ends without a signal that was sent to it. */
const unasked = async (name: string, child: ChildProcess): Promise<never> => {
  const written = child.stderr === null ? '' : text(child.stderr);
  await once(child, 'exit');
  if (child.killed) return new Promise(() => undefined);
  throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}: ${await written}`);
};

/** Replaces two servers behind HAProxy under load, each by SIGTERM and a new process. No request is sent twice. */
export const rollOut = async ({ rounds, requests, clients, drain }: RolloutInit): Promise<Rollout> => {
  const ports = [await freePort(), await freePort()] as const;
  const balancer = new Balancer(await freePort(), ports);
  const servers = new Map<number, ChildProcess>();
  let broken = unasked('HAProxy', balancer.process);
  const begin = (port: number): void => {
    const server = start(port, drain);
    servers.set(port, server);
    broken = Promise.race([broken, unasked(`The server of port ${port}`, server)]);
    broken.catch(() => undefined);
  };
  for (const port of ports) begin(port);
  const message = wireRequest('GET', '/');
  const pids = new Set<number>();
  const failed: string[] = [];
  const counts = { asked: 0, rolling: true };
  let seen: () => void = () => undefined;

  /** Resolves once the process of each server has answered: then both are in the balance. */
  const balanced = async (): Promise<void> => {
    const answered = () => [...servers.values()].every(({ pid = 0 }) => pids.has(pid));
    while (!answered()) await Promise.race([broken, new Promise<void>((resolve) => (seen = resolve))]);
  };
  const visit = async (): Promise<void> => {
    const client = new WireClient(balancer.port);
    while (counts.rolling || counts.asked < requests) {
      counts.asked++;
      try {
        const { status, body } = await client.ask(message);
        const pid = /^\{"pid":(\d+)\}$/.exec(body)?.[1];
        if (status !== 200 || pid === undefined) failed.push(`${status} ${body}`);
        else pids.add(Number(pid));
      } catch (error) {
        failed.push(String(error));
      }
      seen();
    }
    client.close();
  };
  const ready = async (): Promise<void> => {
    await balancer.opened();
    for (const port of ports)
      while (
        !(await fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ))
      )
        await pause(50);
    // Until HAProxy has seen them as well, it answers 503.
    while (
      !(await fetch(`http://127.0.0.1:${balancer.port}/`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await pause(50);
  };

  try {
    await Promise.race([broken, ready()]);
    const visits = Promise.all(Array.from({ length: clients }, visit));
    for (const port of Array.from({ length: rounds }, () => ports).flat()) {
      const old = servers.get(port);
      const exited = old === undefined ? Promise.resolve([0]) : once(old, 'exit');
      await balanced();
      old?.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      if (code !== 0) failed.push(`a server ended with ${code}`);
      begin(port);
    }
    await balanced();
    counts.rolling = false;
    await visits;
  } finally {
    counts.rolling = false;
    for (const server of servers.values()) server.kill('SIGKILL');
    await balancer.close();
  }
  return { requests: counts.asked, failed, processes: pids.size };
};
