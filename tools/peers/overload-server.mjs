// The two routes of tests/long/fixtures/overload-server.ts by other frameworks, as their documents write them: 5 ms of
// processor time, and 50 ms in PostgreSQL behind ten connections. `node overload-server.mjs fastify` or `adonis`.
import { Pool } from 'pg';

const url = process.env.PGSQL_URL ?? 'postgres://root@127.0.0.1:5432/test';
const pool = new Pool({ connectionString: url, max: 10 });

const spin = (milliseconds) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

const cpu = () => {
  spin(5);
  return 'done';
};

const waited = async () => {
  await pool.query('select pg_sleep(0.05)');
  return 'done';
};

const health = () => 'ok';

const startFastify = async () => {
  const { default: Fastify } = await import('fastify');
  const { default: underPressure } = await import('@fastify/under-pressure');
  const app = Fastify();
  // The thresholds of its README.
  await app.register(underPressure, {
    maxEventLoopDelay: 1000,
    maxHeapUsedBytes: 100_000_000,
    maxRssBytes: 1_000_000_000,
    maxEventLoopUtilization: 0.98,
  });
  app.get('/cpu', cpu);
  app.get('/pool', waited);
  app.get('/health/live', health);
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
};

const startAdonis = async () => {
  process.env.HOST = '127.0.0.1';
  process.env.PORT = '0';
  const { IgnitorFactory } = await import('@adonisjs/core/factories');
  const ignitor = new IgnitorFactory()
    .withCoreConfig()
    .withCoreProviders()
    .create(new URL('.', import.meta.url), { importer: (path) => import(path) });
  ignitor.tap((app) => {
    app.notify = () => undefined;
    app.starting(async () => {
      const router = await app.container.make('router');
      router.get('/cpu', cpu);
      router.get('/pool', waited);
      router.get('/health/live', health);
    });
  });
  await ignitor.httpServer().start();
  const server = await ignitor.getApp().container.make('server');
  return server.getNodeServer().address().port;
};

const start = { fastify: startFastify, adonis: startAdonis }[process.argv[2]];
process.stdout.write(`${await start()}\n`);
