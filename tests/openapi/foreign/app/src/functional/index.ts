import { ConflictError, type Context, ForbiddenError, NotFoundError } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { MemoryRepository, nextId } from '../support/index.ts';
import { cached, once, pipeline, timed, withInput, withRetry, withTransaction, withUser, wrap } from './wrappers.ts';

interface Note {
  id: string;
  text: string;
  owner: number;
  archived: boolean;
}

const notes = new MemoryRepository<Note>(() => [
  { id: '1', text: 'Dig the beds', owner: 1, archived: false },
  { id: '2', text: 'Buy seeds', owner: 2, archived: true },
]);

const byRoute = (ctx: Context<'id'>): Note | null => notes.find(ctx.request().route('id'));

const mustFind = (ctx: Context): Note => {
  const note = notes.find(ctx.request().route('id'));
  if (!note) throw new NotFoundError('There is no such note.');
  return note;
};

const readNote = (ctx: Context) => ctx.request().validated({ text: 'required|string|max:200', archived: 'boolean' });

const refuseArchived = (note: Note): Note => {
  if (note.archived) throw new ConflictError('It is archived.');
  return note;
};

const archive = (note: Note): Note => notes.save({ ...note, archived: true });

const greet = (greeting: string) => (mark: '!' | '.') => (ctx: Context<'name'>) =>
  ctx.response().string(200, `${greeting}, ${ctx.request().route('name')}${mark}`);

const settings = once(() => ({ theme: 'dark', fonts: ['serif', 'sans'], limits: { notes: 100 } }));

/** Counts the words of all notes. */
const stats = cached(60, () => ({
  notes: notes.all().length,
  words: notes.all().reduce((sum, note) => sum + note.text.split(' ').length, 0),
}));

const rates = cached(300, async () =>
  Promise.resolve([1, 2])
    .then((list) => list.map((rate) => ({ rate })))
    .then((list) => ({ rates: list })),
);

export const functionalRoutes = (route: Router): void => {
  const fn = route.prefix('/fn');
  fn.get(
    '/notes',
    timed(() => ({ items: notes.all() })),
  );
  fn.get('/notes/{id}', wrap(byRoute));
  fn.post(
    '/notes',
    withInput(readNote, (input, ctx) =>
      ctx.response().json(201, notes.save({ id: nextId(), owner: 1, archived: false, ...input })),
    ),
  );
  fn.put(
    '/notes/{id}',
    withTransaction(async (tx, ctx) => {
      const note = mustFind(ctx);
      const { text } = await readNote(ctx);
      tx.writes.push(text);
      return { note: notes.save({ ...note, text }), writes: tx.writes.length };
    }),
  );
  fn.delete(
    '/notes/{id}',
    withUser((user, ctx) => {
      const note = mustFind(ctx);
      if (note.owner !== user.id) throw new ForbiddenError('It is not yours.');
      notes.delete(note.id);
      return ctx.response().noContent();
    }),
  );
  fn.get('/stats', stats);
  fn.get('/rates', rates);
  fn.get(
    '/me',
    withUser((user) => ({ id: user.id, email: user.email })),
  );
  fn.get('/greetings/{name}', greet('Good day')('.'));
  fn.post('/notes/{id}/archive', pipeline(mustFind, refuseArchived, archive));
  fn.get(
    '/notes/{id}/text',
    pipeline(mustFind, (note, ctx) => ctx.response().string(200, note.text)),
  );
  fn.post(
    '/batch',
    withRetry(3, (ctx) => {
      if (ctx.request().inputBool('clash')) throw new ConflictError('Somebody else writes.');
      return ctx
        .response()
        .status(202)
        .json({ queued: ctx.request().inputArray('ids').length });
    }),
  );
  fn.get('/settings', () => settings());
  fn.get('/first', (ctx) =>
    Promise.resolve(notes.all())
      .then(([first]) => first ?? null)
      .then((note) => (note === null ? ctx.response().noContent() : ctx.response().json(200, note))),
  );
};
