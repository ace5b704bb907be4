/** The source of a middleware. */
export const middlewareStub = (
  className: string,
  signature: string,
): string => `import type { Context, Middleware, Next, Response } from '@taproot/core';

export class ${className} implements Middleware {
  /** The name by which routes leave it out, and listings show it. */
  signature(): string {
    return '${signature}';
  }

  /** Code before \`next()\` runs before the handler, code after it runs after the handler. */
  async handle(_ctx: Context, next: Next): Promise<Response> {
    const response = await next();
    return response;
  }
}
`;
