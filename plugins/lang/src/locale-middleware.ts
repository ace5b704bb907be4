import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import type { Languages } from './languages.ts';

/**
 * Sets the locale of a request by `Accept-Language`, and sends the final locale in `Content-Language`, unless the
 * handler has set that header.
 */
export class LocaleMiddleware implements Middleware {
  readonly #languages: Languages;

  constructor(languages: Languages) {
    this.#languages = languages;
  }

  signature(): string {
    return 'locale';
  }

  describe(): MiddlewareDescription {
    const tags = this.#languages.locales.join(', ');
    return {
      requestHeaders: [
        { name: 'Accept-Language', description: `The languages that the client wants; known are ${tags}` },
      ],
      responseHeaders: [{ name: 'Content-Language', description: 'The language of the response', required: true }],
    };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    ctx.setLocale(this.#languages.negotiate(ctx.request().header('accept-language')));
    const response = await next();
    response.vary('Accept-Language');
    if (response.header('Content-Language') === undefined)
      response.setHeader('Content-Language', this.#languages.nameOf(ctx.locale()));
    return response;
  }
}
