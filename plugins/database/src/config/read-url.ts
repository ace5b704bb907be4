import { nearest } from '@taproot/core/internal';
import type { DriverName } from '../catalog/catalog.ts';
import { errors } from '../errors.ts';

/** The parts of an address; empty where it has none, `port` null. */
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

const kinds = ['postgres', 'postgresql', 'mysql', 'mariadb', 'sqlite'];

/** Reads `postgres://`, `mysql://`, `mariadb://`, `sqlite:path`, `file:path` and `:memory:`; else `E_DATABASE_URL`. */
export const readUrl = (url: string, setting: string): DatabaseAddress => {
  const file = url === ':memory:' ? url : /^(?:sqlite|file):(?:\/\/)?(.+)$/i.exec(url)?.[1];
  if (file !== undefined) return { ...nowhere, driver: 'sqlite', database: file };
  // A password may be in it, so that messages never show it.
  if (!URL.canParse(url) || !url.includes('://')) throw errors.E_DATABASE_URL({ setting, reason: faultOf(url) });
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const driver = schemes[protocol];
  if (driver === undefined) {
    const kind = nearest(protocol.slice(0, -1), kinds);
    const reason = `"${protocol}" is no kind of database`;
    throw errors.E_DATABASE_URL({ setting, reason: kind === null ? reason : `${reason}, "${kind}:" is` });
  }
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

/** The part that cannot be read. Its text stays out of the message: where a password is not encoded, it is a piece of that. */
const faultOf = (url: string): string => {
  const address = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  if (address === undefined) return 'it does not begin with a kind of database and ://';
  const server = address.slice(address.lastIndexOf('@') + 1);
  const port = /:([^:\]]*)$/.exec(server)?.[1] ?? '';
  if (!/^\d*$/.test(port)) return `its port is not a number; ${encoding}`;
  return Number(port) > 65_535 ? 'its port is more than 65535' : `its host cannot be read; ${encoding}`;
};

const encoding = 'in a user or password write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25';

const nowhere = { host: '', port: null, user: '', password: '', sslMode: '' };

const decode = (text: string, setting: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw errors.E_DATABASE_URL({ setting, reason: 'a % in it encodes nothing; write %25' }, { cause });
  }
};
