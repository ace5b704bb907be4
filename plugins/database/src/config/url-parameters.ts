import { readFileSync } from 'node:fs';
import { nearest, reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import type { ServerConnection } from './connection-config.ts';

/** The parameters of an address, as the packages of the drivers understand them. */
export interface UrlParameters {
  /** Null when no parameter is about encryption. */
  readonly tls: Exclude<ServerConnection['tls'], undefined> | null;
  /** Seconds; null when it is not set. */
  readonly connectTimeout: number | null;
  /** Parts of the address that PostgreSQL also accepts as parameters, such as the folder of a socket. */
  readonly parts: Readonly<Record<string, string>>;
  /** Options of the driver's package, by the names that the package gives them. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

type Server = 'pgsql' | 'mysql';

const certificates = ['sslrootcert', 'sslcert', 'sslkey'];
const encryption = ['ssl', 'sslmode', ...certificates];
const parts = ['host', 'port', 'user', 'password'];
const milliseconds = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
const texts = ['application_name', 'fallback_application_name', 'options', 'sslnegotiation'];

const known: Readonly<Record<Server, readonly string[]>> = {
  pgsql: [...encryption, ...parts, ...milliseconds, ...texts, 'connect_timeout', 'client_encoding', 'channel_binding'],
  mysql: [...encryption, 'charset', 'connect_timeout', 'socketPath'],
};

/** Other names of parameters: those of the clients of MySQL, and of mysql2. */
const otherNames: Readonly<Record<string, string>> = {
  'ssl-mode': 'sslmode',
  'ssl-ca': 'sslrootcert',
  'ssl-cert': 'sslcert',
  'ssl-key': 'sslkey',
};

const off = new Set(['disable', 'disabled']);
// With these modes the certificate is not checked. The connection is encrypted, but does not prove who the server is.
const unchecked = new Set(['require', 'required', 'prefer', 'preferred', 'allow']);
const checked = new Set(['verify-ca', 'verify-full', 'verify-identity']);
const modes = [...off, ...unchecked, ...checked, 'no-verify'];

/** A password without its escapes may end up in a parameter, so messages show only what looks like a name. */
const shown = (text: string): string | null => (/^[\w-]{1,40}$/.test(text) ? text : null);

/** Reads the parameters of an address. Throws `E_DATABASE_URL` for those that would have no effect. */
export const readParameters = (search: URLSearchParams, driver: Server, setting: string): UrlParameters => {
  const refuse = (reason: string): never => {
    throw errors.E_DATABASE_URL({ setting, reason });
  };
  const given = new Map<string, string>();
  for (const [written, value] of search) {
    const name = driver === 'mysql' ? (otherNames[written] ?? written) : written;
    if (!known[driver].includes(name)) refuse(unknown(written, driver));
    if (given.has(name)) refuse(`its parameter "${written}" is set twice`);
    given.set(name, value);
  }
  return new Reading(given, refuse).all(driver);
};

const unknown = (written: string, driver: Server): string => {
  const name = shown(written);
  if (name === null) return 'it has an unknown parameter; in a user or password write ? as %3F and @ as %40';
  const near = nearest(name, [...known[driver], ...(driver === 'mysql' ? Object.keys(otherNames) : [])]);
  return near === null
    ? `its parameter "${name}" is unknown, known are ${known[driver].join(', ')}`
    : `its parameter "${name}" is unknown, did you mean "${near}"?`;
};

/** Values of parameters, each checked when it is read. */
class Reading {
  readonly #given: ReadonlyMap<string, string>;
  readonly #refuse: (reason: string) => never;

  constructor(given: ReadonlyMap<string, string>, refuse: (reason: string) => never) {
    this.#given = given;
    this.#refuse = refuse;
  }

  all(driver: Server): UrlParameters {
    const tls = this.#tls();
    const connectTimeout = this.#number('connect_timeout');
    if (connectTimeout === 0) this.#wrong('connect_timeout', 'seconds, more than 0');
    return driver === 'pgsql'
      ? { tls, connectTimeout, parts: this.#some(parts), options: this.#pgsql() }
      : { tls, connectTimeout, parts: this.#socket(), options: this.#charset() };
  }

  #some(names: readonly string[]): Record<string, string> {
    return Object.fromEntries([...this.#given].filter(([name]) => names.includes(name)));
  }

  #pgsql(): UrlParameters['options'] {
    const encoding = this.#given.get('client_encoding') ?? 'utf8';
    // Taproot reads and writes UTF-8 on every engine.
    if (!/^(?:utf-?8|unicode|auto)$/i.test(encoding)) this.#wrong('client_encoding', 'UTF8');
    const binding = this.#oneOf('channel_binding', ['disable', 'prefer', 'require']);
    this.#oneOf('sslnegotiation', ['postgres', 'direct']);
    const times = milliseconds.flatMap((name) => {
      const time = this.#number(name);
      return time === null ? [] : [[name, time] as const];
    });
    return {
      ...this.#some(texts),
      ...Object.fromEntries(times),
      ...(binding === null ? {} : { enableChannelBinding: binding !== 'disable' }),
    };
  }

  #socket(): Record<string, string> {
    const host = this.#given.get('socketPath');
    if (host !== undefined && !host.startsWith('/')) this.#wrong('socketPath', 'an absolute path');
    return host === undefined ? {} : { host };
  }

  #charset(): UrlParameters['options'] {
    const charset = this.#given.get('charset');
    if (charset === undefined) return {};
    // Any other character set would lose characters of the texts that the other engines keep.
    if (!/^utf8mb4(?:_\w+)?$/i.test(charset)) this.#wrong('charset', 'utf8mb4 or one of its collations');
    return { charset };
  }

  #tls(): UrlParameters['tls'] {
    const mode = this.#mode();
    const files = this.#files();
    if (mode === null) return null;
    if (mode === 'off') return false;
    if (mode === 'unchecked') return { ...files, rejectUnauthorized: false };
    return Object.keys(files).length === 0 ? true : files;
  }

  /** Null when no parameter says it. */
  #mode(): 'off' | 'unchecked' | 'checked' | null {
    const ssl = this.#oneOf('ssl', ['true', '1', 'false', '0', 'no-verify']);
    const written = this.#given.get('sslmode')?.toLowerCase().replaceAll('_', '-');
    if (written === undefined) {
      if (ssl === null) return certificates.some((name) => this.#given.has(name)) ? 'checked' : null;
      if (ssl === 'no-verify') return 'unchecked';
      return ssl === 'true' || ssl === '1' ? 'checked' : 'off';
    }
    if (!modes.includes(written)) this.#wrong('sslmode', `one of ${modes.join(', ')}`);
    if (ssl !== null && (ssl === 'false' || ssl === '0') !== off.has(written))
      this.#refuse('its parameters "ssl" and "sslmode" contradict each other');
    if (off.has(written)) return 'off';
    // As the clients of PostgreSQL do: a root certificate is there to be checked.
    const isChecked = checked.has(written) || (unchecked.has(written) && this.#given.has('sslrootcert'));
    return isChecked ? 'checked' : 'unchecked';
  }

  #files(): { ca?: string; cert?: string; key?: string } {
    return {
      // Node's own certificates are those of the system.
      ...(this.#given.get('sslrootcert') === 'system' ? {} : this.#file('sslrootcert', 'ca')),
      ...this.#file('sslcert', 'cert'),
      ...this.#file('sslkey', 'key'),
    };
  }

  #file(name: string, key: 'ca' | 'cert' | 'key'): { readonly [Key in 'ca' | 'cert' | 'key']?: string } {
    const path = this.#given.get(name);
    if (path === undefined) return {};
    try {
      return { [key]: readFileSync(path, 'utf8') };
    } catch (error) {
      return this.#refuse(`the file of its parameter "${name}" cannot be read (${reasonOf(error)})`);
    }
  }

  #number(name: string): number | null {
    const text = this.#given.get(name);
    if (text === undefined) return null;
    if (!/^\d{1,9}$/.test(text)) this.#wrong(name, 'a whole number');
    return Number(text);
  }

  #oneOf(name: string, allowed: readonly string[]): string | null {
    const text = this.#given.get(name);
    if (text === undefined) return null;
    if (!allowed.includes(text)) this.#wrong(name, `one of ${allowed.join(', ')}`);
    return text;
  }

  #wrong(name: string, expected: string): never {
    const value = shown(this.#given.get(name) ?? '');
    return this.#refuse(`its parameter "${name}" ${value === null ? '' : `is "${value}", but `}must be ${expected}`);
  }
}
