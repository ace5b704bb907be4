/** Handlers and middleware that compile. */
export const rightHandlers: readonly string[] = [
  `route.get('/', () => ({ room, rooms: [room] }));`,
  `route.get('/', () => {});`,
  `route.get('/', async () => {});`,
  `route.get('/', () => undefined);`,
  `route.get('/', (ctx) => { ctx.response().string(200, 'staged'); });`,
  `route.get('/', (ctx) => { if (ctx.request().wantsJson()) return ctx.response().noContent(); return undefined; });`,
  `route.get('/', (): HandlerResult => room);`,
  `route.get('/', async (): Promise<HandlerResult> => undefined);`,
  `route.get('/', () => JSON.parse('{}'));`,
  `route.get('/', () => loose['a'] as object);`,
  `route.get('/', () => orNotFound(maybe));`,
  `route.get('/', async () => orNotFound(await Promise.resolve(maybe), 'There is no such room.'));`,
  `route.get('/', () => ({ room: maybe }));`,
  `exactly<{ id: number }>(orNotFound(maybe)); exactly<number>(orNotFound(number as number | null));`,
  `class Rooms { show() { return orNotFound(maybe); } list(): HandlerResult { return [room]; } store() {} }
    route.get('/', [Rooms, 'show']); route.get('/all', [Rooms, 'list']); route.post('/', [Rooms, 'store']);`,
  `class Rooms implements ResourceController {
      index() { return [room]; } show(ctx: Context) { return orNotFound(maybe, ctx.request().path()); }
      store(ctx: Context) { ctx.response().noContent(); } find(): typeof maybe { return maybe; }
    }
    route.resource('/rooms', Rooms); route.resource('/more', new Rooms());`,
  `route.resource('/rooms', { index: (ctx) => [ctx.request().path()], store: (ctx) => { ctx.response().noContent(); } });`,
  `route.bind('id', () => room).resource('/rooms', { index: (ctx) => [ctx], show: (_ctx, { id }) => ({ id: id.id }) });`,
  `const rooms: ResourceController = { index: () => [room] }; route.resource('/rooms', rooms);`,
  `const audit = defineMiddleware('audit', async (ctx, next) => {
      const response = await next();
      return response.appendHeader('X-Audit', ctx.request().method());
    });
    route.middleware(audit).get('/', () => room).withoutMiddleware(audit);
    stack.append(audit);`,
  `const shut = defineMiddleware('shut', (ctx) => ctx.response().noContent());
    exactly<Middleware>(shut);`,
];
