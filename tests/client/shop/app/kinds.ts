import type { Context } from '@taproot/core';

async function* count(from: number, signal: AbortSignal) {
  for (let n = from; n <= 5 && !signal.aborted; n++) yield { event: 'tick', id: String(n), data: { n } };
}

async function* words() {
  yield 'one';
  yield '{2}';
}

async function* feed() {
  yield { event: 'tick', data: { n: 1 } } as const;
  yield { event: 'note', data: '{"not":"parsed"}' } as const;
  yield { event: 'done', data: { reason: 'end' } } as const;
}

/** One of each kind of reply. */
export const kinds = {
  ticks: (ctx: Context) =>
    ctx.response().eventStream(({ lastEventId, signal }) => count(Number(lastEventId) + 1, signal)),
  feed: (ctx: Context) => ctx.response().eventStream(feed()),
  file: (ctx: Context) => ctx.response().file(import.meta.filename),
  words: (ctx: Context) => ctx.response().eventStream(words()),
  text: (ctx: Context) => ctx.response().string(200, 'plain'),
  csv: (ctx: Context) => ctx.response().stream(200, ['a,b\n'], 'text/csv'),
  picture: (ctx: Context) => ctx.response().data(200, 'image/png', new Uint8Array([1, 2, 3])),
  moved: (ctx: Context) => ctx.response().redirect(303, '/text'),
  nothing: (ctx: Context) => ctx.response().noContent(),
  tree: (ctx: Context) => ({ path: ctx.request().route('path') }),
  archive: (ctx: Context) => ({ year: ctx.request().route('year'), month: ctx.request().route('month') }),
  upload: async (ctx: Context) => {
    const { title, photos } = await ctx.request().validated({
      title: 'required|string|max:20',
      'photos.*': 'file',
      cover: 'required|file|max:200000',
    });
    const cover = ctx.request().file('cover');
    return ctx
      .response()
      .json(201, { title, size: cover?.size ?? 0, name: cover?.clientName() ?? '', photos: photos?.length ?? 0 });
  },
  search: async (ctx: Context) => {
    const {
      q,
      exact = false,
      sizes = [],
    } = await ctx
      .request()
      .validated({ q: 'required|string|max:5', exact: 'boolean', 'sizes.*': 'integer', 'near.lat': 'numeric' });
    return { q, exact, sizes };
  },
};
