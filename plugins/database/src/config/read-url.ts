import { nearest } from '@taproot/core/internal';
import type { DriverName } from '../catalog/catalog.ts';
import { errors } from '../errors.ts';
import { readParameters, type UrlParameters } from './url-parameters.ts';

/** The parts of an address; empty where it has none, `port` null. */
export interface DatabaseAddress {
  readonly driver: DriverName;
  readonly host: string;
  readonly port: number | null;
  readonly user: string;
  readonly password: string;
  /** The path of the file for SQLite. */
  readonly database: string;
  readonly parameters: UrlParameters;
}

const schemes: Readonly<Record<string, 'pgsql' | 'mysql'>> = {
  'postgres:': 'pgsql',
  'postgresql:': 'pgsql',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};

const kinds = ['postgres', 'postgresql', 'mysql', 'mariadb', 'sqlite'];

/**
 * Reads `postgres://`, `mysql://`, `mariadb://`, `sqlite:path`, `file:path` and `:memory:`; else `E_DATABASE_URL`. Parameters
 * that no driver knows are refused, because an ignored `ssl=true` would send passwords in plain text.
 */
export const readUrl = (url: string, setting: string): DatabaseAddress => {
  const file = url === ':memory:' ? url : /^(?:sqlite|file):(?:\/\/)?(.+)$/i.exec(url)?.[1];
  if (file !== undefined) {
    const parameter = /\?(\w[\w-]*)=/.exec(file)?.[1];
    if (parameter === undefined) return { ...nowhere, driver: 'sqlite', database: file };
    const reason = `its parameter "${parameter}" is unknown, a SQLite address has none`;
    throw errors.E_DATABASE_URL({ setting, reason });
  }
  // A password may be in it, so that messages never show it.
  if (!URL.canParse(url) || !url.includes('://')) throw errors.E_DATABASE_URL({ setting, reason: faultOf(url) });
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const driver = schemes[protocol];
  if (driver === undefined) {
    const kind = nearest(protocol.slice(0, -1), kinds);
    const reason = `"${protocol}" is no kind of database`;
    throw errors.E_DATABASE_URL({ setting, reason: kind === null ? reason : `${reason}, "${kind}:" is` });
  }
  const parameters = readParameters(searchParams, driver, setting);
  const parts = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? null : Number(port),
    user: decode(username, setting),
    password: decode(password, setting),
    database: decode(pathname.slice(1), setting),
  };
  const { port: otherPort, ...others } = parameters.parts;
  const named = otherPort === undefined ? {} : { port: Number(otherPort) };
  return { driver, ...parts, ...others, ...named, parameters };
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

const nowhere = {
  host: '',
  port: null,
  user: '',
  password: '',
  parameters: { tls: null, connectTimeout: null, parts: {}, options: {} },
};

const decode = (text: string, setting: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw errors.E_DATABASE_URL({ setting, reason: 'a % in it encodes nothing; write %25' }, { cause });
  }
};
