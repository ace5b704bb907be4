import { inspect } from 'node:util';
import type { Duration, Env } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { didYouMean, durations, type RedisUse, type Settings, seconds } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A sender whose webhooks follow one of the known forms. */
export interface KnownSource {
  /** `standard` is Standard Webhooks, which also Svix, OpenAI and Supabase send. */
  provider: 'standard' | 'stripe' | 'github' | 'slack' | 'shopify';
  /** The secrets that sign; several while they rotate. */
  secrets: readonly string[];
}

/** A sender with a form of its own. */
export interface CustomSource {
  /** The members below say how it signs. */
  provider: 'custom';
  /** The secrets that sign; several while they rotate. */
  secrets: readonly string[];
  /** The header with the signature: `x-signature`. */
  header: string;
  /** Text before the signature, such as `sha256=`; none when left out. */
  prefix?: string;
  /** How the signature is written; `hex` when left out. */
  encoding?: 'hex' | 'base64';
  /** The hash of the HMAC; `sha256` when left out. */
  hash?: 'sha256' | 'sha512';
  /** The header with the time, in unix seconds. Without it, the middleware accepts webhooks of any age. */
  timestamp?: string;
  /** The header with the id. */
  id?: string;
  /** The text that is signed, with `{body}`, `{timestamp}` and `{id}`; `{body}` when left out. */
  signed?: string;
}

/** A sender of webhooks. */
export type SourceConfig = KnownSource | CustomSource;

/** The `webhooks` configuration. */
export interface WebhooksConfig {
  /** The senders whose webhooks you receive, by the name that `middleware.webhook()` gets; none by default. */
  sources: Record<string, SourceConfig>;
  /** Seconds that the time of a received webhook may be away from now; 300 by default. */
  tolerance: Duration;
  /** Name of one of `database.connections`, for endpoints and deliveries; null (default) for the default one. */
  connection: string | null;
  /** The queue that sends; null (default) for the default one of the queue. */
  queue: string | null;
  /** Seconds that an endpoint may take to answer; 15 by default. */
  timeout: Duration;
  /** The times before further attempts, each varied by a tenth; 5s, 5m, 30m, 2h, 5h, 10h, 14h, 20h and 24h by default. */
  retries: readonly Duration[];
  /** Seconds for which an endpoint may fail before it is paused; 5 days by default. */
  pause_after: Duration;
  /** Seconds for which the old secret still signs after `rotate()`; a day by default. */
  overlap: Duration;
  /**
   * Hosts that may be private, and may be reached by http. None by default; in development and in tests `localhost`, `127.0.0.1` and `[::1]`.
   */
  allow_hosts: readonly string[];
  /**
   * Where received webhooks are remembered, so that none is accepted twice: in `redis` for all processes, or in the `memory` of each. Null
   * (default): in Redis if the application says where its server is (`REDIS_URL` or config/redis.ts), else in memory; in tests always in memory.
   */
  memory: 'redis' | 'memory' | null;
  /** Settings of `memory: 'redis'`. Prefix `webhooks-` and `APP_NAME` by default. */
  redis: RedisUse;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/webhooks.ts: whose webhooks are received, and how yours are sent. */
    webhooks: WebhooksConfig;
  }
}

/** Defaults of config/webhooks.ts. */
export const webhooksDefaults = (env: Env): Settings<WebhooksConfig> =>
  durations<WebhooksConfig>(
    {
      sources: openRecord({}),
      tolerance: 300,
      connection: null,
      queue: null,
      timeout: 15,
      retries: ['5s', '5m', '30m', '2h', '5h', '10h', '14h', '20h', '24h'],
      pause_after: 5 * 86_400,
      overlap: 86_400,
      allow_hosts: env('APP_ENV', 'production') === 'production' ? [] : ['localhost', '127.0.0.1', '[::1]'],
      memory: null,
      redis: { connection: null, prefix: `webhooks-${env('APP_NAME', 'Taproot')}:` },
    },
    'tolerance',
    'timeout',
    'pause_after',
    'overlap',
  );

const memories: ReadonlySet<unknown> = new Set(['redis', 'memory', null]);
const providers = ['standard', 'stripe', 'github', 'slack', 'shopify', 'custom'];
const ownKeys = ['header', 'prefix', 'encoding', 'hash', 'timestamp', 'id', 'signed'];

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_WEBHOOK_SETTING
 */
export const checkConfig = (config: Settings<WebhooksConfig>): void => {
  const refuse = (setting: string, value: unknown, expected: string, hint = ''): never => {
    throw errors.E_WEBHOOK_SETTING({ setting, value: inspect(value), expected, hint });
  };
  for (const key of ['tolerance', 'timeout', 'pause_after'] as const)
    if (!(config[key] > 0)) refuse(key, config[key], 'seconds, more than 0');
  if (!memories.has(config.memory)) refuse('memory', config.memory, '"redis", "memory" or null');
  for (const one of config.retries) seconds(one, 'An entry of webhooks.retries');
  for (const [name, source] of Object.entries(config.sources)) {
    const { provider, secrets } = source;
    const at = `sources.${name}`;
    if (!providers.includes(provider))
      refuse(`${at}.provider`, provider, `one of ${providers.join(', ')}`, didYouMean(provider, providers));
    // An empty secret would let anybody sign.
    if (!Array.isArray(secrets) || secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one === ''))
      refuse(`${at}.secrets`, 'a list without a secret, or with an empty one', 'a list of secrets that are not empty');
    const keys = ['provider', 'secrets', ...(provider === 'custom' ? ownKeys : [])];
    for (const key of Object.keys(source))
      if (!keys.includes(key))
        refuse(`${at}.${key}`, 'set', `left out: the settings here are ${keys.join(', ')}`, didYouMean(key, keys));
    if (source.provider !== 'custom') continue;
    if (typeof source.header !== 'string' || source.header === '')
      refuse(`${at}.header`, source.header, 'the name of a header');
    const { signed = '{body}' } = source;
    if (!signed.includes('{body}'))
      refuse(`${at}.signed`, signed, 'a text with {body}: a signature without the body proves nothing');
    if (source.timestamp !== undefined && !signed.includes('{timestamp}'))
      refuse(`${at}.signed`, signed, 'a text with {timestamp}, because a time that is not signed can be changed');
  }
};
