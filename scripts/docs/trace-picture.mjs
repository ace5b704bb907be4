// `node -C source --import tsx scripts/docs/trace-picture.mjs`: traces two requests to Conduit into docs/pictures/trace-*.json; then
// `node scripts/docs/pictures.mjs` draws them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { otel } from '@taproot/otel';
import { boot } from '../../examples/conduit/bootstrap/app.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
/** Spans that have ended, each with its start: the clock of the SDK has milliseconds only. */
let ended = [];
const starts = new WeakMap();
const processor = {
  onStart: (span) => void starts.set(span, performance.now()),
  onEnd: (span) => void ended.push(span),
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const env = {
  APP_ENV: 'production',
  APP_KEY: 'a-key-for-one-trace-0123456789-0123456789',
  DATABASE_URL: ':memory:',
  PORT: '0',
};
const app = await boot({ env }, [otel()]);
await app.open();
const { url } = app.facades.Http().address;

const post = async (path, body, token) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Token ${token}` }) };
  const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};
const register = (name) =>
  post('/users', { user: { username: name, email: `${name}@example.com`, password: 'correct horse' } });
const publish = (title, token) =>
  post('/articles', { article: { title, description: 'd', body: 'b', tagList: ['roots', 'trees'] } }, token);

const milliseconds = ([seconds, nanoseconds]) => seconds * 1000 + nanoseconds / 1e6;
const tableOf = (sql) => /(?:into|from|update)\s+["`]?(\w+)/i.exec(sql)?.[1];
const labelOf = ({ name, attributes }) => {
  const sql = attributes['db.query.text'] ?? '';
  let bare = sql;
  // Without what is in parentheses, such as subqueries.
  for (let before = ''; before !== bare; ) [before, bare] = [bare, bare.replaceAll(/\([^()]*\)/g, '')];
  const table = tableOf(bare) ?? tableOf(sql);
  return table === undefined ? name : `${name} ${table}`;
};
const kindOf = ({ name }) => (name.startsWith('handler') ? { kind: 'app' } : {});

/** The spans of the last request, each below the one it is part of. */
const rows = (root) => {
  const spans = ended.filter((span) => span.spanContext().traceId === root.spanContext().traceId);
  const began = starts.get(root);
  const below = (parent, depth) => [
    {
      name: labelOf(parent),
      depth,
      start: Number((starts.get(parent) - began).toFixed(3)),
      ms: Number(milliseconds(parent.duration).toFixed(3)),
      ...kindOf(parent),
    },
    ...spans
      .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId)
      .toSorted((a, b) => starts.get(a) - starts.get(b))
      .flatMap((span) => below(span, depth + 1)),
  ];
  return below(root, 0);
};

/** Runs a request 21 times, and writes the trace of the fastest: the machine may have other work. */
const write = async (name, title, text, request) => {
  ended = [];
  for (let round = 0; round < 21; round++) await request(round);
  let roots = [];
  // A span ends once its response has left.
  while (roots.length < 21) {
    await new Promise((resolve) => setImmediate(resolve));
    roots = ended.filter((span) => span.name === title);
  }
  const [root] = roots.toSorted((a, b) => milliseconds(a.duration) - milliseconds(b.duration));
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ title, text, spans: rows(root) }, null, 2)}\n`);
};

const { user } = await register('ada');
// Once the engine has compiled what they run: a first request shows the compiler, not the application.
for (let round = 0; round < 20; round++) await publish(`Warm ${round}`, user.token);
await write(
  'trace-article',
  'POST /api/articles',
  'A trace: the middleware auth checks the token and reads its user; inside it the handler validates the article, writes it with its tags, and reads it back.',
  (round) => publish(`How roots grow ${round}`, user.token),
);
await write(
  'trace-register',
  'POST /api/users',
  'A trace: the rate limiter decides in its middleware, validation asks the database twice whether name and address are free, the handler hashes the password and writes the user.',
  (round) => register(`ada${round}`),
);
await app.close();
