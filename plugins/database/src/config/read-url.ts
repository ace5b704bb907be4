import { errors } from '../errors.ts';

export type DriverName = 'sqlite' | 'pgsql' | 'mysql';

/** What an address says; empty where it says nothing, `port` null. */
export interface DatabaseAddress {
  readonly driver: DriverName;
  readonly host: string;
  readonly port: number | null;
  readonly user: string;
  readonly password: string;
  /** The path of the file for SQLite. */
  readonly database: string;
  /** `sslmode` (PostgreSQL) or `ssl-mode` (MySQL) of the query; empty when there is none. */
  readonly sslMode: string;
}

const schemes: Readonly<Record<string, DriverName>> = {
  'postgres:': 'pgsql',
  'postgresql:': 'pgsql',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};

/** Reads `postgres://`, `mysql://`, `mariadb://`, `sqlite:path`, `file:path` and `:memory:`; else `E_DATABASE_URL`. */
export const readUrl = (url: string, setting: string): DatabaseAddress => {
  const file = url === ':memory:' ? url : /^(?:sqlite|file):(?:\/\/)?(.+)$/i.exec(url)?.[1];
  if (file !== undefined) return { ...nowhere, driver: 'sqlite', database: file };
  // A password may be in it, so that messages never show it.
  if (!URL.canParse(url)) throw errors.E_DATABASE_URL({ setting, reason: 'it cannot be read' });
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const driver = schemes[protocol];
  if (driver === undefined) throw errors.E_DATABASE_URL({ setting, reason: `"${protocol}" is no kind of database` });
  return {
    driver,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? null : Number(port),
    user: decode(username, setting),
    password: decode(password, setting),
    database: decode(pathname.slice(1), setting),
    sslMode: (searchParams.get('sslmode') ?? searchParams.get('ssl-mode') ?? '').toLowerCase(),
  };
};

const nowhere = { host: '', port: null, user: '', password: '', sslMode: '' };

const decode = (text: string, setting: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw errors.E_DATABASE_URL({ setting, reason: 'a % in it encodes nothing; write %25' }, { cause });
  }
};
