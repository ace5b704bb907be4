// What every server of the case `database` does alike: the same statements on a pool of ten connections.
export const url = process.env.PGSQL_URL ?? 'postgres://root@127.0.0.1:5432/test';

/** Connections of each pool. */
export const connections = 10;

/** Rows of the table. */
const rows = 1000;

/** Statements of a request that has many. */
const statements = 20;

/** The same rows in each request, in order, so that no two requests wait for each other in a circle. */
export const ids = Array.from({ length: statements }, (_, index) => 1 + index * (rows / statements));

export const schema = `
  drop table if exists bench_people;
  create table bench_people (id integer primary key, name text not null, age integer not null);
  insert into bench_people select id, 'Person ' || id, 20 + id % 50 from generate_series(1, ${rows}) as id;
`;

const person = (/** @type {number} */ id) => ({ id, name: `Person ${id}`, age: 20 + (id % 50) });

/** What each address answers. */
export const replies = {
  '/one': JSON.stringify(person(7)),
  '/twenty': JSON.stringify(ids.map(person)),
  '/list': JSON.stringify(Array.from({ length: 12 }, (_, index) => person(index + 1))),
  '/updates': JSON.stringify({ updated: statements }),
};
