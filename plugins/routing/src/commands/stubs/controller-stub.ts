/** The source of a controller with one action. */
export const controllerStub = (className: string): string => `export class ${className} {
  index() {
    return { message: 'Hello' };
  }
}
`;

/** The source of a controller with the actions of a resource. */
export const resourceStub = (
  className: string,
  path: string,
): string => `import type { Context, ResourceController } from '@taproot/core';

/** The five actions of \`route.resource('${path}', ${className})\`. Their results are sent as JSON. */
export class ${className} implements ResourceController {
  /** GET ${path} */
  index() {
    return { data: [] };
  }

  /** GET ${path}/{id} */
  show(ctx: Context<'id'>) {
    return { data: { id: ctx.request().route('id') } };
  }

  /** POST ${path} */
  store(ctx: Context) {
    return ctx.response().json(201, { data: {} });
  }

  /** PUT and PATCH ${path}/{id} */
  update(ctx: Context<'id'>) {
    return { data: { id: ctx.request().route('id') } };
  }

  /** DELETE ${path}/{id} */
  destroy(ctx: Context<'id'>) {
    return ctx.response().noContent();
  }
}
`;
