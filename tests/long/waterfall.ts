import { subscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application, Context, Middleware, Next, SetupOptions } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { devtools } from '@taproot/devtools';
import { ask, learn } from '../devtools/asking.ts';

/** The bootstrap file of Conduit. */
interface Conduit {
  readonly boot: (options: SetupOptions, extra: readonly AnyPlugin[]) => Promise<Application>;
}

// Not by a literal: the types of that application are not those of the tests.
const conduit = join(import.meta.dirname, '..', '..', 'examples', 'conduit', 'bootstrap', 'app.ts');

/** Adds itself to the two middleware that Conduit has around an article. */
class Passes implements Middleware {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  signature(): string {
    return this.#name;
  }

  handle(_ctx: Context, next: Next) {
    return next();
  }
}

const three = definePlugin({
  name: 'three',
  requires: ['routing'],
  globalMiddleware: () => ['one', 'two', 'three'].map((name) => ({ slot: 'edge', middleware: new Passes(name) })),
});

/** Milliseconds of each request by Node's own events and another clock than that of devtools. */
const timesByNode = (): number[] => {
  const times: number[] = [];
  const began = new WeakMap<IncomingMessage, bigint>();
  subscribe('http.server.request.start', (message) => {
    began.set((message as { readonly request: IncomingMessage }).request, process.hrtime.bigint());
  });
  subscribe('http.server.response.finish', (message) => {
    const begin = began.get((message as { readonly request: IncomingMessage }).request);
    if (begin !== undefined) times.push(Number(process.hrtime.bigint() - begin) / 1e6);
  });
  return times;
};

/** The sum of the times that a page shows beside its steps. */
const sumOf = (page: string): number =>
  [...page.matchAll(/<span class="number" title="[^"]*">([\d.]+) (ms|s)<\/span>/g)].reduce(
    (sum, [, figure = '', unit]) => sum + Number(figure) * (unit === 's' ? 1000 : 1),
    0,
  );

const middle = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

const requests = 100;

/** A request of Conduit with three queries and five middleware: the sum of its waterfall against a clock of Node's. */
export const run = async (): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'taproot-waterfall-'));
  const env = {
    APP_ENV: 'development',
    APP_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'),
    PORT: '0',
    HASH_MEMORY: '64',
    DATABASE_URL: `sqlite:${join(folder, 'conduit.sqlite')}`,
  };
  const { boot } = (await import(conduit)) as Conduit;
  const app = await boot({ env }, [devtools(), three]);
  await app.open();
  try {
    const json = { 'Content-Type': 'application/json' };
    const register = JSON.stringify({
      user: { username: 'ada', email: 'ada@example.com', password: 'analytical engine' },
    });
    const { text: registered } = await ask(app, '/api/users', { method: 'POST', headers: json, body: register });
    const { user } = JSON.parse(registered) as { readonly user: { readonly token: string } };
    const headers = { ...json, Authorization: `Token ${user.token}` };
    const body = JSON.stringify({ article: { title: 'Roots', description: 'd', body: 'b', tagList: ['plants'] } });
    const { text: stored } = await ask(app, '/api/articles', { method: 'POST', headers, body });
    const { article } = JSON.parse(stored) as { readonly article: { readonly slug: string } };

    const byNode = timesByNode();
    const ratios: number[] = [];
    let shape = '';
    for (let sent = 0; sent < requests; sent++) {
      const before = byNode.length;
      const { id, status, steps } = await learn(app, `/api/articles/${article.slug}`);
      const sum = sumOf((await ask(app, `/_taproot/requests/${id}`)).text);
      if (status !== 200) return [`the article answered ${status}`];
      ratios.push(sum / (byNode[before] ?? Number.NaN));
      const count = (kind: string): number => steps.filter((step) => step.kind === kind).length;
      shape = `${count('query')} queries, ${count('middleware')} middleware`;
    }
    const off = ratios.map((ratio) => Math.abs(ratio - 1));
    const within = off.filter((one) => one <= 0.1).length;
    console.table({ [shape]: { requests, 'sum / time, median': middle(ratios).toFixed(3), 'within 10 %': within } });
    const said = middle(off) <= 0.1 ? [] : [`the sum is off by ${(middle(off) * 100).toFixed(0)} %`];
    return shape === '3 queries, 5 middleware' ? said : [...said, `the request has ${shape}`];
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
};
