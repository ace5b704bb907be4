import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
    `create table webhook_endpoints (
  id varchar(40) primary key,
  owner varchar(190),
  url text not null,
  types text not null,
  secrets text not null,
  failing_since bigint,
  paused_at bigint,
  paused_why text,
  created_at bigint not null
)`,
    'create index webhook_endpoints_owner on webhook_endpoints (owner)',
    `create table webhook_deliveries (
  id varchar(40) primary key,
  endpoint_id varchar(40) not null,
  type varchar(100) not null,
  body text not null,
  state varchar(10) not null,
  round integer not null,
  attempt integer not null,
  status integer,
  error text,
  created_at bigint not null,
  changed_at bigint not null
)`,
    'create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at)',
    'create index webhook_deliveries_state on webhook_deliveries (state, created_at)',
  ]);

export const down = (db: MigrationDb): Promise<void> =>
  run(db, ['drop table webhook_deliveries', 'drop table webhook_endpoints']);
