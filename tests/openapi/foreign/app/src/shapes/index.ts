import type { Context } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { type Paginated, paginate } from '../support/index.ts';
import {
  Cash,
  Color,
  type DeepReadonly,
  type Envelope,
  type Flags,
  Geo,
  Level,
  type Linked,
  type Nullable,
  type Person,
  type Serialized,
  type Shape,
  type Timestamps,
  type Tree,
  type UserId,
} from './types.ts';

const person: Person = { id: 1, name: 'Ada', born: new Date('1815-12-10'), email: 'ada@example.com', secret: 'x' };

const tree = (): Tree<string> => ({ value: 'root', children: [{ value: 'leaf', children: [] }] });

const leaves = <T>(node: Tree<T>): T[] => (node.children.length === 0 ? [node.value] : node.children.flatMap(leaves));

const shapes: Shape[] = [
  { type: 'circle', radius: 1 },
  { type: 'square', side: 2 },
  { type: 'path', points: [[0, 1]] },
];

const pick = <T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;

const omit = <T extends object, K extends keyof T>(from: T, ...keys: K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>;

const serialize = (from: Person): Serialized<Person> => ({ ...from, born: from.born.toISOString() });

const envelope = <T, M>(data: T, meta: M): Envelope<T, M> => ({ data, meta });

const send = <T>(ctx: Context, raw: unknown) => ctx.response().json(200, raw as T);

const CONSTANTS = { modes: ['fast', 'slow'], limits: { max: 10 }, debug: false } as const;

const build = async () => ({ built: true, parts: [{ name: 'a', weight: 1.5 }] });

type Built = Awaited<ReturnType<typeof build>>;

const sortable = ['id', 'name'] satisfies (keyof Person)[];

const counts = new Map([['a', 1]]);

const now = (): Timestamps => ({ createdAt: new Date(), updatedAt: null });

export const shapeRoutes = (route: Router): void => {
  const s = route.prefix('/shapes');
  s.get('/tree', tree);
  s.get('/leaves', () => ({ leaves: leaves(tree()) }));
  s.get(
    '/people',
    (): Paginated<Pick<Person, 'id' | 'name'>> => paginate([pick(person, 'id', 'name')], 1, 10, '/shapes/people'),
  );
  s.get('/drawing', () => shapes);
  s.get('/drawing/{index:[0-2]}', (ctx) => ctx.response().json(200, shapes[ctx.request().routeInt('index')] as Shape));
  s.get('/flags', (): Flags<'read' | 'write'> => ({ can_read: true, can_write: false }));
  s.get('/serialized', () => serialize(person));
  s.get('/branded', (): { id: UserId; friends: UserId[] } => ({ id: 'u1', friends: ['u2'] }));
  s.get('/enums', () => ({ color: Color.Red as Color, level: Level.Low as Level, all: [Color.Red, Color.Green] }));
  s.get('/intersection', (): Pick<Person, 'id'> & Timestamps & { role: 'admin' | 'guest' } => ({
    ...now(),
    id: 1,
    role: 'guest',
  }));
  s.get('/records', (): Record<string, Geo.Point> => ({ home: Geo.origin() }));
  s.get(
    '/tuples',
    (): {
      range: [number, number];
      named: readonly [label: string, point?: Geo.Point];
      rest: [string, ...number[]];
    } => ({
      range: [1, 2],
      named: ['home'],
      rest: ['a', 1, 2],
    }),
  );
  s.get('/dates', (): { at: Date; maybe: Date | null; seen?: Date } => ({ at: new Date(0), maybe: null }));
  s.get('/nullable', (): Nullable<Geo.Point> => ({ lat: null, lng: 1 }));
  s.get('/public', (ctx) => ctx.response().json(200, omit(person, 'secret')));
  s.get('/templates', (): { key: `user:${string}`; width: `${number}px` } => ({ key: 'user:1', width: '2px' }));
  s.get('/partial', (): Partial<Geo.Point> & Required<Pick<Person, 'email'>> => ({ lat: 1, email: 'a@b.c' }));
  s.get('/cash', () => ({ price: new Cash(1250), old: [new Cash(100)] }));
  s.get('/sortable', () => ({ sortable, default: sortable[0] ?? null }));
  s.get('/sent', (ctx) => send<{ id: number; tags: string[] }>(ctx, { id: 1, tags: ['a'] }));
  s.get('/linked', (): Linked => ({ value: 1, next: { value: 2, next: null } }));
  s.get('/constants', () => CONSTANTS);
  s.get('/built', async () => envelope<Built, { version: 1 }>(await build(), { version: 1 }));
  s.get('/mixed', (): { value: string | number | boolean; list: (string | null)[] } => ({
    value: 1,
    list: ['a', null],
  }));
  s.get('/matrix', () => ({ matrix: [[1, 2]], points: Geo.around(Geo.origin(), 2) }));
  s.get('/counts', () => Object.fromEntries(counts));
  s.get('/spread', () => ({ ...pick(person, 'id', 'name'), ...Geo.origin(), total: 3 }));
  s.get('/frozen', (): DeepReadonly<{ a: { b: string[] } }> => ({ a: { b: ['x'] } }));
  s.get('/pair', () => [1, 'a'] as [number, string]);
};
