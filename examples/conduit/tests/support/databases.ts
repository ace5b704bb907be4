import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** An engine to run on: each `open()` gives the address of an empty database. */
interface Engine {
  readonly name: string;
  readonly available: boolean;
  readonly open: () => Promise<string>;
  readonly remove: () => Promise<void>;
}

const nothing = async (): Promise<void> => {};

const server = process.env.CONDUIT_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432';
const database = `conduit_test_${randomBytes(6).toString('hex')}`;

const postgres = async <Value>(name: string, work: (client: Client) => Promise<Value>): Promise<Value> => {
  const client = new Client({ connectionString: `${server}/${name}`, connectionTimeoutMillis: 2000 });
  await client.connect();
  return work(client).finally(() => client.end());
};

const reachable = await postgres('postgres', async () => true).catch((error: unknown) => {
  if (process.env.TAPROOT_SERVICES === 'required') throw error;
  console.warn('PostgreSQL is not running: what needs it is skipped.');
  return false;
});
if (reachable) await postgres('postgres', (client) => client.query(`create database ${database}`));

export const databases: readonly Engine[] = [
  {
    name: 'SQLite',
    available: true,
    open: async () => ':memory:',
    remove: nothing,
  },
  {
    name: 'PostgreSQL',
    available: reachable,
    async open() {
      await postgres(database, (client) => client.query('drop schema public cascade; create schema public'));
      return `${server}/${database}`;
    },
    async remove() {
      if (reachable) await postgres('postgres', (client) => client.query(`drop database ${database} with (force)`));
    },
  },
];
