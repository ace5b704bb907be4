import { bodyErrors } from './errors/bodies.ts';
import { fileErrors } from './errors/files.ts';
import { handlerErrors } from './errors/handlers.ts';
import { middlewareErrors } from './errors/middleware.ts';
import { requestErrors } from './errors/requests.ts';
import { routeErrors } from './errors/routes.ts';
import { serverErrors } from './errors/server.ts';
import { uploadErrors } from './errors/uploads.ts';

/** Errors of routing. */
export const errors = Object.freeze({
  ...routeErrors,
  ...middlewareErrors,
  ...handlerErrors,
  ...requestErrors,
  ...bodyErrors,
  ...uploadErrors,
  ...fileErrors,
  ...serverErrors,
});
