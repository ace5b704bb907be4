import { Agent, request } from 'node:http';

/** A request that must be answered, whatever else goes on. */
interface Good {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  readonly reply: string;
}

const good: readonly Good[] = [
  { method: 'GET', path: '/health', status: 200, reply: 'ok' },
  { method: 'GET', path: '/users/7', status: 200, reply: 'user 7' },
  { method: 'GET', path: '/echo/a%20b', status: 200, reply: '{"id":"a b"}' },
  { method: 'GET', path: '/static/hello.txt', status: 200, reply: 'hello' },
  { method: 'GET', path: '/locale?l=fr', status: 200, reply: 'Bonjour' },
  { method: 'POST', path: '/input', body: '{"a":[1,2,3]}', status: 200, reply: '{"a":[1,2,3]}' },
  { method: 'POST', path: '/valid', body: '{"name":"Ada","age":36}', status: 200, reply: '{"name":"Ada","age":36}' },
];

/** Sends good requests over kept connections, compares every reply, and keeps the times. */
export class GoodClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #port: number;
  #next = 0;
  #times: number[] = [];
  readonly wrong: string[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  /** Milliseconds of which 99 in 100 requests took less, since it was asked before; and how many they were. */
  takeTimes(): { readonly count: number; readonly p50: number; readonly p99: number } {
    const times = this.#times.toSorted((a, b) => a - b);
    this.#times = [];
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
    return { count: times.length, p50: at(0.5), p99: at(0.99) };
  }

  async send(): Promise<void> {
    const one = good[this.#next++ % good.length];
    if (one === undefined) return;
    const began = performance.now();
    const seen = await this.#exchange(one).catch((error: unknown) => String(error));
    this.#times.push(performance.now() - began);
    if (seen !== `${one.status} ${one.reply}`) this.wrong.push(`${one.method} ${one.path}: ${seen}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange({ method, path, body }: Good): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length };
      const req = request({ port: this.#port, host: '127.0.0.1', agent: this.#agent, method, path, headers }, (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (chunk: string) => (text += chunk));
        res.on('error', reject);
        res.on('end', () => resolve(`${res.statusCode} ${text}`));
      });
      req.on('error', reject);
      req.end(body);
    });
  }
}
