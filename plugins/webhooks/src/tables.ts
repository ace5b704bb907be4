/** The statements of the migration, in SQL that SQLite, PostgreSQL, MySQL and MariaDB understand. Times are milliseconds since 1970. */
export const webhookTables: { readonly up: readonly string[]; readonly down: readonly string[] } = {
  /** Statements that make the tables. */
  up: [
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
  ],
  /** Statements that drop them. */
  down: ['drop table webhook_deliveries', 'drop table webhook_endpoints'],
};
