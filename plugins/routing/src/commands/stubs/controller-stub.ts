/** The source of a controller with one action. */
export const controllerStub = (className: string): string => `import type { Context, Response } from '@taproot/core';

export class ${className} {
  index(ctx: Context): Response {
    return ctx.response().success().json({ message: 'Hello' });
  }
}
`;

/** The source of a controller with the actions of a resource. */
export const resourceStub = (
  className: string,
  path: string,
): string => `import type { Context, ResourceController, Response } from '@taproot/core';

/** The five actions of \`route.resource('${path}', new ${className}())\`. */
export class ${className} implements ResourceController {
  /** GET ${path} */
  index(ctx: Context): Response {
    return ctx.response().success().json({ data: [] });
  }

  /** GET ${path}/{id} */
  show(ctx: Context<'id'>): Response {
    const id = ctx.request().route('id');
    return ctx.response().success().json({ data: { id } });
  }

  /** POST ${path} */
  store(ctx: Context): Response {
    return ctx.response().json(201, { data: {} });
  }

  /** PUT and PATCH ${path}/{id} */
  update(ctx: Context<'id'>): Response {
    const id = ctx.request().route('id');
    return ctx.response().success().json({ data: { id } });
  }

  /** DELETE ${path}/{id} */
  destroy(ctx: Context<'id'>): Response {
    return ctx.response().noContent();
  }
}
`;
