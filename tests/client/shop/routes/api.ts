import type { RootRouter } from '@taproot/routing';
import { kinds } from '../app/kinds.ts';
import { PostController } from '../app/posts.ts';

/** The routes that tests of the client call. */
export const api = (route: RootRouter): void => {
  route.where('id', '[0-9]+').group((ids) => {
    ids.resource('/posts', PostController);
  });
  route.get('/ticks', kinds.ticks).name('ticks');
  route.get('/feed', kinds.feed).name('feed');
  route.get('/file', kinds.file).name('file');
  route.get('/words', kinds.words).name('words');
  route.get('/text', kinds.text).name('text');
  route.get('/csv', kinds.csv).name('csv');
  route.get('/picture', kinds.picture).name('picture');
  route.get('/moved', kinds.moved).name('moved');
  route.delete('/nothing', kinds.nothing).name('nothing');
  route.get('/tree/{path*}', kinds.tree).name('tree');
  route.get('/archive/{year}/{month?}', kinds.archive).name('archive');
  route.post('/uploads', kinds.upload).name('uploads.store');
  route.get('/search', kinds.search).name('search');
};
