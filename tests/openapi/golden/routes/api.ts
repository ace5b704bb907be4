import type { Middleware } from '@taproot/core';
import { bodyType } from '@taproot/openapi';
import type { RootRouter } from '@taproot/routing';
import { middleware } from '../app/facades.ts';
import {
  archive,
  attach,
  book,
  bytes,
  clean,
  events,
  find,
  home,
  manual,
  nothing,
  old,
  picture,
  plan,
  raw,
  register,
  renew,
  sender,
  status,
  upload,
} from '../app/handlers.ts';
import { findRoom, type Room } from '../app/models.ts';
import { RoomController } from '../app/rooms.ts';

const region: Middleware = {
  signature: () => 'region',
  describe: () => ({
    requestHeaders: [{ name: 'X-Region', description: 'Where the client is' }],
    responseHeaders: [{ name: 'X-Answered-In', description: 'Where it was answered', required: true }],
    responses: [{ status: 451, code: 'E_REGION', description: 'Not shown in this region' }],
  }),
  handle: (ctx, next) => {
    ctx.response().header('X-Answered-In', 'north');
    return next();
  },
};

/** One of everything that routes have. */
export const api = (route: RootRouter): void => {
  const user = middleware.auth();
  const v1 = route.prefix('/v1').middleware(region);
  v1.group((open) => {
    open
      .middleware(middleware.auth({ optional: true }))
      .get('/find', find)
      .name('find');
    open.get('/status', status).name('status').withoutMiddleware(region);
  });
  v1.middleware(user).group((own) => {
    own.where('id', '[0-9]{1,9}').group((rooms) => {
      rooms.resource('/rooms', RoomController);
    });
    own.middleware(middleware.throttle('30,60')).post('/bookings', book).name('bookings.store');
    own.middleware(middleware.can('post.create')).post('/rooms/{id}/clean', clean).name('rooms.clean');
    own.get('/bytes', bytes).name('bytes').withoutMiddleware(user);
  });
  v1.middleware(middleware.auth('staff')).post('/photos', upload).name('photos.store');
  v1.middleware(middleware.auth('partner')).post('/attachments', attach).name('attachments.store');
  route.bind('door', (id) => findRoom(id)).get('/doors/{door}', (_ctx, { door }) => ({ name: door.name }));
  route.get('/archive/{year:[0-9]{4}}/{month?}', archive).name('archive');
  route.get('/manual/{page*}', manual).name('manual');
  route.get('/events', events).name('events');
  route.get('/plan', plan).name('plan');
  route.get('/old', old).name('old');
  route.get('/', home).name('home');
  route.get('/picture', picture).name('picture');
  route.post('/nothing', nothing);
  route.post('/guests', register);
  route.get('/sender', sender).name('sender');
  route.post('/renew', renew).name('renew');
  route
    .post('/raw', raw)
    .name('raw')
    .meta({ openapi: { summary: 'Answered by hand', replies: { 202: bodyType<Room>(), 204: null } } });
  route.get('/hidden', status).meta({ openapi: { hidden: true } });
  route
    .match(['PUT', 'PATCH'], '/both', nothing)
    .name('both')
    .meta({ openapi: { summary: 'Both', tags: ['misc'] } });
};
