import type { WrongLines } from './snippet.ts';

const text = /Hint<"return ctx\.response\(\)\.string\(200, text\), or an object: \{ message: text \}">/;
const other = /Hint<"return a plain object, a list, or a response of ctx\.response\(\)">/;
const inside = /Hint<"await the promises in the data, leave out its methods, throw the error">/;
const nothing = /Hint<"return orNotFound\(value\)/;
const step = /Hint<"write defineMiddleware\('name', async \(ctx, next\) => next\(\)\)">/;

/** A method of a controller with this result, as the handler of a route. */
const action = (result: string): string =>
  `class Rooms { index() { return [room]; } show() { return ${result}; } } route.get('/', [Rooms, 'show']);`;

/** Handlers and middleware that the compiler refuses. What it says tells what to write. */
export const wrongHandlers: WrongLines = [
  [`route.get('/', () => 'hello');`, text],
  [`route.get('/', async () => 'hello');`, text],
  [`route.get('/', (ctx) => (ctx.request().wantsJson() ? room : 'hello'));`, text],
  [`route.fallback(() => 'hello');`, text],
  [`route.get('/', () => 5);`, other],
  [`route.get('/', () => new Map());`, other],
  [`route.get('/', (): unknown => room);`, other],
  [`route.get('/', (ctx) => ctx.response().status(201));`, other],
  [`route.get('/', () => ({ promise }));`, inside],
  [`route.get('/', () => new Error('broken'));`, inside],
  // A mistake inside the data has its own error, and no second one about the data.
  [`route.get('/', (ctx) => ({ n: ctx.request().itn('n') }));`, /^TS2339: Property 'itn' does not exist/],
  [`route.get('/', () => ({ n: promise.a }));`, /^TS2339: Property 'a' does not exist on type 'Promise/],
  [`route.get('/', async () => ({ a: 1, n: [lsot] }));`, /^TS2304: Cannot find name 'lsot'/],
  [`route.get('/', () => maybe);`, nothing],
  [`route.get('/', async () => maybe);`, nothing],
  [`route.get('/', async () => maybe ?? null);`, nothing],
  [`route.get('/', () => [room].find(({ id }) => id === 1));`, nothing],
  [
    `const rows = { first: async () => maybe }; route.get('/', (ctx) => { ctx.request().path(); return rows.first(); });`,
    nothing,
  ],
  [`route.match(['GET'], '/', async (): Promise<{ id: number } | undefined> => maybe);`, nothing],
  [`route.any('/', () => (room.id === 1 ? Promise.resolve(maybe) : room));`, nothing],
  [`route.prefix('/a').group((route) => { route.post('/', async () => maybe); });`, nothing],
  [`route.get('/', async (ctx) => (ctx.request().wantsJson() ? ctx.response().noContent() : maybe));`, nothing],
  [`route.get('/', (ctx) => { if (ctx.request().wantsJson()) return room; return undefined; });`, nothing],
  [`route.bind('room', () => room).get('/{room}', (ctx, bound) => (bound.room.id === 1 ? room : undefined));`, nothing],
  [action('maybe'), /Hint<"return orNotFound\(value\) from show\(\)/],
  [action('Promise.resolve(maybe)'), /Hint<"return orNotFound\(value\) from show\(\)/],
  [`route.resource('/', { show: () => maybe });`, nothing],
  [`class Rooms { async show() { return maybe; } } route.resource('/', Rooms);`, nothing],
  [`class Rooms { index() { return maybe; } } route.resource('/', new Rooms());`, nothing],
  [`route.resource('/', { index: () => 5 });`, other],
  [`route.resource('/', { index: () => [room], indx: () => [room] });`, /'indx' does not exist/],
  [action('5'), /'"show"' is not assignable to type '"index"'/],
  [`route.middleware(async (ctx, next) => { ctx.request().path(); return next(); });`, step],
  [`route.middleware((ctx, next) => next()).get('/', () => room);`, step],
  [`route.get('/', () => room).middleware(async (_ctx, next) => next());`, step],
  [`route.resource('/rooms', { index: () => [room] }).middleware((_ctx, next) => next());`, step],
  [`stack.append((_ctx, next) => next());`, step],
  [`stack.use([(_ctx, next) => next()]);`, step],
  [`route.middleware({ signature: () => 'a', handle: () => ({ id: 1 }) });`, /'Promise<Response> \| Response'/],
  [`defineMiddleware('audit', async (ctx, next) => { await next(); });`, /is not assignable/],
  [`defineMiddleware('audit', () => 'hello');`, /Type 'string' is not assignable/],
  [`defineMiddleware('audit');`, /Expected 2 arguments/],
];
