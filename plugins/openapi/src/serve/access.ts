import {
  type Application,
  type Context,
  ForbiddenError,
  type Middleware,
  type Next,
  type Response,
} from '@taproot/core';
import type { DocumentSettings, OpenApiAccess } from '../config.ts';

const ability = 'viewApiDocs';

/**
 * Decides at boot who sees the document and its page: all clients, none, or those that a function allows. Call it after
 * abilities are defined.
 */
export const accessOf = (
  app: Application,
  { access }: Pick<DocumentSettings, 'access'>,
): OpenApiAccess | 'all' | 'none' => {
  if (typeof access === 'function') return access;
  if (access ?? app.config.app.debug) return 'all';
  const abilities = access === false ? null : app.provided('abilities');
  if (abilities?.has(ability) !== true) return 'none';
  return async (ctx) => {
    // A denial has its own status and message.
    await abilities.authorize(ctx, ability);
    return true;
  };
};

/** Lets in requests that a function allows. */
export class ApiDocsAccess implements Middleware {
  readonly #access: OpenApiAccess;

  constructor(access: OpenApiAccess) {
    this.#access = access;
  }

  signature(): string {
    return 'api-docs-access';
  }

  /** @throws ForbiddenError for all other requests. */
  async handle(ctx: Context, next: Next): Promise<Response> {
    const allowed: unknown = await this.#access(ctx);
    if (allowed !== true) throw new ForbiddenError();
    return next();
  }
}
