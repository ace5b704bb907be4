import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { describe } from '@jest/globals';
import type { ConnectionConfig } from '@taproot/database';
import { mysqlUrl, pgsqlUrl } from '../../support/database-urls.mjs';

/** A kind of database, as the tests reach it. */
export interface Engine {
  readonly name: 'sqlite' | 'pgsql' | 'mysql';
  readonly connection: ConnectionConfig;
}

export { mysqlUrl, pgsqlUrl };

export const sqlite = { name: 'sqlite', connection: { driver: 'sqlite', path: ':memory:' } } satisfies Engine;
export const pgsql = { name: 'pgsql', connection: { driver: 'pgsql', url: pgsqlUrl } } satisfies Engine;
export const mysql = { name: 'mysql', connection: { driver: 'mysql', url: mysqlUrl } } satisfies Engine;

const answers = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(false));
  });

/**
 * Whether tests against a server can run. Where services are required (`TAPROOT_SERVICES=required`) its absence is an
 * error, elsewhere they are left out, and that is said.
 */
const isThere = async (url: string): Promise<boolean> => {
  const { host } = new URL(url);
  if (await answers(new URL(url))) return true;
  const message = `No database answers at ${host}`;
  if (process.env.TAPROOT_SERVICES === 'required') throw new Error(`${message}, and TAPROOT_SERVICES is "required".`);
  process.stderr.write(`${message}: the tests that need one are left out.\n`);
  return false;
};

const present = { sqlite: true, pgsql: await isThere(pgsqlUrl), mysql: await isThere(mysqlUrl) };

type Suite = (name: string, tests: () => void) => void;

export const isPresent = ({ name }: Engine): boolean => present[name];

/** `describe` for one engine; left out where its server is. */
export const onEngine = ({ name }: Engine): Suite => (present[name] ? describe : describe.skip);

/** Runs the same tests on every engine. */
export const onEngines = (tests: (engine: Engine) => void): void => {
  for (const engine of [sqlite, pgsql, mysql]) onEngine(engine)(`on ${engine.name}`, () => tests(engine));
};

/** A name no other run uses in the databases that all share. */
export const freshName = (stem: string): string => `${stem}_${randomBytes(6).toString('hex')}`;
