// Made from the plugins by tests/architecture/official-names.test.ts: UPDATE_DOCS=1 npm test -- tests/architecture/official-names

/** Names of a plugin that applications use. */
export interface Additions {
  /** The function that makes the plugin. */
  readonly make: string;
  readonly facades?: readonly string[];
  readonly middleware?: readonly string[];
  readonly request?: readonly string[];
  readonly response?: readonly string[];
  readonly steps?: readonly string[];
  readonly hooks?: readonly string[];
  readonly drivers?: readonly string[];
}

/** The plugins of the framework by package. Errors use it: an unknown name most likely comes from one of these plugins. */
// biome-ignore format: a plugin is a line
export const officialNames: Readonly<Record<string, Additions>> = {
  account: { make: 'account', facades: ['Account'] },
  auth: { make: 'auth', facades: ['Auth', 'Hash', 'Gate'], middleware: ['auth', 'guest', 'can', 'tokenCan'], steps: ['withPolicies'] },
  broadcast: { make: 'broadcast', facades: ['Broadcast'] },
  cache: { make: 'cache', facades: ['Cache', 'Lock'], middleware: ['cache', 'idempotency'] },
  console: { make: 'consoleKernel', facades: ['Console'], steps: ['withCommands'] },
  cors: { make: 'cors', middleware: ['cors'] },
  crypt: { make: 'crypt', facades: ['Crypt'] },
  database: { make: 'database', facades: ['DB', 'Databases', 'Migrator', 'Seeder'], middleware: ['transaction'], hooks: ['database'] },
  devtools: { make: 'devtools' },
  events: { make: 'events', facades: ['Event'], steps: ['withListeners'] },
  fastify: { make: 'fastify', steps: ['withFastify'], drivers: ['fastify'] },
  health: { make: 'health' },
  koa: { make: 'koa', steps: ['withKoa'] },
  lang: { make: 'lang', facades: ['Lang'], middleware: ['locale'], hooks: ['lang'] },
  log: { make: 'log', facades: ['Log'] },
  mail: { make: 'mailer', facades: ['Mail'] },
  mcp: { make: 'mcp' },
  openapi: { make: 'openapi', hooks: ['openapi'] },
  otel: { make: 'otel' },
  queue: { make: 'queue', facades: ['Queue'], steps: ['withJobs'] },
  redis: { make: 'redis', facades: ['Redis', 'RedisConnections'] },
  routing: { make: 'routing', facades: ['Http', 'Route'], middleware: ['signed'], steps: ['withRouting', 'withMiddleware'], hooks: ['http'], drivers: ['koa'] },
  schedule: { make: 'schedule', facades: ['Schedule'], steps: ['withSchedule'] },
  security: { make: 'security', request: ['cspNonce'] },
  session: { make: 'session', facades: ['Session'], middleware: ['session'], request: ['session'] },
  storage: { make: 'storage', facades: ['Storage'] },
  throttle: { make: 'throttle', facades: ['RateLimiter'], middleware: ['throttle'], hooks: ['throttle'] },
  validation: { make: 'validation', facades: ['Validation'], request: ['validate', 'validateRequest', 'validated', 'unique'], steps: ['withRules', 'withFilters'], hooks: ['validation'] },
  views: { make: 'views', facades: ['View'], response: ['view'] },
  vite: { make: 'vite', facades: ['Vite'] },
  webhooks: { make: 'webhooks', facades: ['Webhooks'], middleware: ['webhook'], steps: ['withWebhooks', 'withPausedWebhooks'] },
  websocket: { make: 'websocket', facades: ['Sockets'], request: ['openSocket'] },
};
