import { inspect } from 'node:util';
import type { Duration, Env } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { didYouMean, durations, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A mail server. */
export interface SmtpConfig {
  /** Sends to a mail server. */
  driver: 'smtp';
  /** Host name or address of the server; `127.0.0.1` when left out. */
  host?: string;
  /** Port of the server; 587 when left out, 465 with `tls: 'always'`. */
  port?: number;
  /** Name of the user; null or left out for none. */
  user?: string | null;
  /** Password of the user. */
  password?: string | null;
  /**
   * `always` encrypts from the first byte (port 465). `required` asks for STARTTLS, and sends nothing without it. `offered` uses STARTTLS if
   * the server offers it; somebody on the way can remove the offer. `none` never encrypts. `required` when left out; `offered` for a server
   * of this machine.
   */
  tls?: 'always' | 'required' | 'offered' | 'none';
  /** Certificates in PEM that sign the one of the server; those of Node when left out. */
  ca?: string;
  /** Connections that stay open for further mails, at most; 0 (none) when left out. */
  pool?: number;
}

/** Writes mails as files, `.eml` as they would be sent, and `.json` for devtools. The last 200 are kept. */
export interface FileConfig {
  /** Writes files. */
  driver: 'file';
  /** The folder; relative ones lie in the application. `storage/mail` when left out. */
  folder?: string;
}

/** Writes the text of each mail to the log. */
export interface LogConfig {
  /** Writes to the log. */
  driver: 'log';
}

/** Keeps mails in memory, for tests. */
export interface MemoryConfig {
  /** Keeps them in memory. */
  driver: 'memory';
}

/** A transport that `facades.Mail().extend()` registers. */
export interface OwnTransportConfig {
  /** The name that it was registered under. */
  driver: `own:${string}`;
}

/** A way to send mails; `driver` says which settings it has. */
export type TransportConfig = SmtpConfig | FileConfig | LogConfig | MemoryConfig | OwnTransportConfig;

/** The `mail` configuration. */
export interface MailConfig {
  /**
   * Name of the transport that sends; from `MAIL_TRANSPORT`. By default `smtp` in production, `memory` in tests, and `file` while you
   * develop.
   */
  default: string;
  /** Transports by name; `smtp` (of `MAIL_HOST`, `MAIL_PORT`, `MAIL_USER`, `MAIL_PASSWORD`), `file`, `log` and `memory` by default. */
  transports: Record<string, TransportConfig>;
  /** Sender of mails that name none, `Shop <shop@example.com>`; from `MAIL_FROM`. Null (default) for none. */
  from: string | null;
  /** The queue in which mails wait; its default queue by default. Used only in applications that have a queue. */
  queue: string | null;
  /** Seconds that a transport may take for one mail; 30 by default. */
  timeout: Duration;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/mail.ts: how mails are sent. */
    mail: MailConfig;
  }
}

/** Defaults of config/mail.ts. */
export const mailDefaults = (env: Env): Settings<MailConfig> => {
  const name = env('APP_ENV', 'production');
  const usual = { production: 'smtp', testing: 'memory' }[name] ?? 'file';
  const host = env('MAIL_HOST', '127.0.0.1');
  const port = env('MAIL_PORT', 0);
  return durations<MailConfig>(
    {
      default: env('MAIL_TRANSPORT', usual),
      transports: openRecord({
        smtp: openRecord({
          driver: 'smtp',
          host,
          ...(port === 0 ? {} : { port }),
          user: env('MAIL_USER', null),
          password: env('MAIL_PASSWORD', null),
        }),
        file: openRecord({ driver: 'file', folder: 'storage/mail' }),
        log: openRecord({ driver: 'log' }),
        memory: openRecord({ driver: 'memory' }),
      }),
      from: env('MAIL_FROM', null),
      queue: null,
      timeout: 30,
    },
    'timeout',
  );
};

const keysOf: Readonly<Record<string, readonly string[]>> = {
  smtp: ['driver', 'host', 'port', 'user', 'password', 'tls', 'ca', 'pool'],
  file: ['driver', 'folder'],
  log: ['driver'],
  memory: ['driver'],
};

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_MAIL_SETTING
 */
export const checkConfig = (config: Settings<MailConfig>): void => {
  const refuse = (key: string, value: unknown, expected: string, hint = ''): never => {
    throw errors.E_MAIL_SETTING({ setting: `mail.${key}`, value: inspect(value), expected, hint });
  };
  const names = Object.keys(config.transports);
  if (!names.includes(config.default))
    refuse(
      'default',
      config.default,
      `the name of a transport: ${names.join(', ')}`,
      didYouMean(config.default, names),
    );
  if (!(config.timeout > 0)) refuse('timeout', config.timeout, 'seconds, more than 0');
  for (const [name, transport] of Object.entries(config.transports)) {
    const path = `transports.${name}`;
    const { driver } = transport;
    const keys = driver.startsWith('own:') ? ['driver'] : keysOf[driver];
    if (keys === undefined) {
      const drivers = Object.keys(keysOf);
      return refuse(
        `${path}.driver`,
        driver,
        `one of ${drivers.join(', ')}, or "own:" and the name of a transport that facades.Mail().extend() registers`,
        didYouMean(driver, drivers),
      );
    }
    for (const key of Object.keys(transport))
      if (!keys.includes(key))
        refuse(`${path}.${key}`, 'set', `left out: the settings here are ${keys.join(', ')}`, didYouMean(key, keys));
    if (transport.driver !== 'smtp') continue;
    const { tls, pool = 0, port = 587 } = transport;
    if (tls !== undefined && !['always', 'required', 'offered', 'none'].includes(tls))
      refuse(`${path}.tls`, tls, 'one of always, required, offered, none');
    if (!Number.isSafeInteger(pool) || pool < 0) refuse(`${path}.pool`, pool, 'a whole number, 0 or more');
    if (!Number.isSafeInteger(port) || port < 1 || port > 65_535) refuse(`${path}.port`, port, 'a port');
  }
};
