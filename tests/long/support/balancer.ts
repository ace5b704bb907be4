import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Whether HAProxy is installed: `apt-get install haproxy`. */
export const hasBalancer = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

// No request is repeated and none is sent to another server, so that each that is lost is seen.
const configuration = (port: number, servers: readonly number[]): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend clients
  bind 127.0.0.1:${port}
  default_backend application
backend application
  balance roundrobin
  retries 0
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host localhost
  default-server check inter 100ms fall 2 rise 1
${servers.map((server) => `  server at${server} 127.0.0.1:${server}`).join('\n')}
`;

/** HAProxy in front of servers on these ports, which asks each of them whether it is ready. */
export class Balancer {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'taproot-balancer-'));
  readonly process: ChildProcess;

  constructor(port: number, servers: readonly number[]) {
    this.port = port;
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, configuration(port, servers));
    this.process = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** Resolves once it takes connections. */
  async opened(): Promise<void> {
    for (;;) {
      const socket = connect(this.port, '127.0.0.1');
      const open = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (open) return;
      await pause(20);
    }
  }

  async close(): Promise<void> {
    if (this.process.kill('SIGKILL')) await once(this.process, 'exit');
    rmSync(this.#folder, { recursive: true });
  }
}
