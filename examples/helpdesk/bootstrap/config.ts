import { app } from '../config/app.ts';
import { auth } from '../config/auth.ts';
import { broadcast } from '../config/broadcast.ts';
import { cache } from '../config/cache.ts';
import { database } from '../config/database.ts';
import { http } from '../config/http.ts';
import { mail } from '../config/mail.ts';
import { queue } from '../config/queue.ts';
import { schedule } from '../config/schedule.ts';
import { session } from '../config/session.ts';
import { storage } from '../config/storage.ts';
import { throttle } from '../config/throttle.ts';

/** The files under config/, by name. A setting that they leave out keeps its default. */
export const config = {
  app,
  auth,
  broadcast,
  cache,
  database,
  http,
  mail,
  queue,
  schedule,
  session,
  storage,
  throttle,
};
