import type { Article, Comment, User } from './types.ts';

interface Row {
  readonly id: number;
}

const table = <T extends Row>() => {
  const rows = new Map<number, T>();
  let last = 0;
  const put = (row: T): T => {
    rows.set(row.id, row);
    return row;
  };
  return {
    all: (): readonly T[] => [...rows.values()],
    find: (matches: (row: T) => boolean): T | undefined => [...rows.values()].find(matches),
    get: (id: number): T | undefined => rows.get(id),
    insert: (make: (id: number) => T): T => put(make(++last)),
    put,
    remove: ({ id }: Row): boolean => rows.delete(id),
  };
};

/** Pairs of ids: who follows whom, who likes what. */
const relation = () => {
  const pairs = new Set<string>();
  const key = (from: Row, to: Row) => `${from.id} ${to.id}`;
  return {
    has: (from: Row | null, to: Row): boolean => from !== null && pairs.has(key(from, to)),
    add: (from: Row, to: Row) => void pairs.add(key(from, to)),
    drop: (from: Row, to: Row) => void pairs.delete(key(from, to)),
    countTo: (to: Row): number => [...pairs].filter((pair) => pair.endsWith(` ${to.id}`)).length,
  };
};

export const createStore = () => ({
  users: table<User>(),
  articles: table<Article>(),
  comments: table<Comment>(),
  follows: relation(),
  favorites: relation(),
});

export type Store = ReturnType<typeof createStore>;
