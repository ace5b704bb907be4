import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeBlocks, readPage } from '../../docs/support/code-blocks.ts';
import { freePort } from '../../support/free-port.ts';

interface Program {
  /** The page and the file with its configuration. */
  readonly page: string;
  readonly file: string;
  /** Whether it is installed. */
  readonly here: boolean;
  /** The configuration of the page for these ports, without TLS, with `wait` in the place of its 75 s. */
  readonly adapt: (text: string, port: number, target: number, wait: string, folder: string) => string;
  readonly args: (file: string) => readonly string[];
}

const replaced = (text: string, what: RegExp | string, by: string): string => {
  let found = 0;
  const result = text.replaceAll(what, () => (found++, by));
  if (found === 0) throw new Error(`The page does not show ${String(what)} any more.`);
  return result;
};

export const programs: Readonly<Record<'nginx' | 'haproxy', Program>> = {
  nginx: {
    page: 'docs/deployment/nginx.md',
    file: '/etc/nginx/conf.d/shop.conf',
    here: spawnSync('nginx', ['-v']).status === 0,
    adapt: (text, port, target, wait, folder) => {
      let site = replaced(text, 'listen 443 ssl http2;', `listen 127.0.0.1:${port};`);
      site = replaced(site, /^ *ssl_certificate[^\n]*\n/gm, '');
      site = replaced(site, /\nserver \{\n {2}listen 80;[^}]*\}\n?/g, '');
      site = replaced(site, '127.0.0.1:3000', `127.0.0.1:${target}`);
      site = replaced(site, '75s', wait);
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = folders.map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n');
      return `daemon off;\nmaster_process off;\nerror_log stderr;\npid ${join(folder, 'pid')};
events {}
http {\n  access_log off;\n${paths}\n${site}}\n`;
    },
    args: (file) => ['-c', file, '-e', 'stderr'],
  },
  haproxy: {
    page: 'docs/deployment/haproxy.md',
    file: '/etc/haproxy/haproxy.cfg',
    here: spawnSync('haproxy', ['-v']).status === 0,
    adapt: (text, port, target, wait) => {
      let site = replaced(text, /bind :443 [^\n]*/g, `bind 127.0.0.1:${port}`);
      site = replaced(site, '127.0.0.1:3000', `127.0.0.1:${target}`);
      site = replaced(site, 'inter 2s', 'inter 50ms');
      return replaced(site, '75s', wait);
    },
    args: (file) => ['-db', '-f', file],
  },
};

/** nginx or HAProxy in front of a server on this machine, with the configuration of its page. */
export class Proxy {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(port: number, process: ChildProcess, folder: string) {
    this.port = port;
    this.#process = process;
    this.#folder = folder;
  }

  static async before(name: keyof typeof programs, target: number, wait: string): Promise<Proxy> {
    const { page, file, adapt, args } = programs[name];
    const block = codeBlocks(await readPage(page)).find((one) => one.file === file);
    if (block === undefined) throw new Error(`${page} shows no ${file}.`);
    const folder = mkdtempSync(join(tmpdir(), `taproot-${name}-`));
    const port = await freePort();
    const written = join(folder, 'proxy.conf');
    writeFileSync(written, adapt(block.code, port, target, wait, folder));
    const child = spawn(name, args(written), { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (data: Buffer) => (output += String(data)));
    const proxy = new Proxy(port, child, folder);
    while (!(await proxy.#takes())) if (child.exitCode !== null) throw new Error(output);
    return proxy;
  }

  async close(): Promise<void> {
    const exited = once(this.#process, 'exit');
    if (this.#process.kill('SIGKILL')) await exited;
    rmSync(this.#folder, { recursive: true });
  }

  async #takes(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    return once(socket, 'connect')
      .then(
        () => true,
        () => false,
      )
      .finally(() => socket.destroy());
  }
}
