import type { ConnectionConfig } from '@taproot/database';

let connection: ConnectionConfig = { driver: 'sqlite', path: ':memory:' };

/** The database of the running test. */
export const currentDatabase = (): ConnectionConfig => connection;

export const useDatabase = (config: ConnectionConfig): void => {
  connection = config;
};
