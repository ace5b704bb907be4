import type { Response, ResponseBuilder } from '@taproot/core';
import type { BodyNotAwaited, StatusResponses, StreamSource } from '@taproot/core/internal';

/** The result of `ctx.response().status()`: responses of one status. A class, so that a handler which returns it is refused. */
export class StatusBuilder implements StatusResponses {
  /** The status. */
  readonly code: number;
  readonly #builder: ResponseBuilder;

  constructor(builder: ResponseBuilder, code: number) {
    this.#builder = builder;
    this.code = code;
  }

  json(body: unknown): Response & BodyNotAwaited {
    return this.#builder.json(this.code, body);
  }

  string(text: string): Response {
    return this.#builder.string(this.code, text);
  }

  data(contentType: string, bytes: Uint8Array | string): Response {
    return this.#builder.data(this.code, contentType, bytes);
  }

  stream(source: StreamSource, contentType?: string): Response {
    return this.#builder.stream(this.code, source, contentType);
  }
}
