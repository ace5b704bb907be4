import { Readable } from 'node:stream';
import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { Kysely } from 'kysely';
import { ambientOf } from './ambient.ts';
import { transaction } from './transaction.ts';

/** Carries a response out of a transaction and makes it roll back. */
class RolledBack extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super('The response is an error.');
    this.response = response;
  }
}

/** The connection on which transactions run: its query builder loads when it is first read. */
interface Connection {
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
}

/** The middleware of `middleware.transaction()`. */
export class TransactionMiddleware implements Middleware {
  readonly #connection: Connection;
  readonly #name: string | undefined;

  /** `name` is the connection as the application gave it. */
  constructor(connection: Connection, name: string | undefined) {
    this.#connection = connection;
    this.#name = name;
  }

  signature(): string {
    return this.#name === undefined ? 'transaction' : `transaction:${this.#name}`;
  }

  async handle(_ctx: Context, next: Next): Promise<Response> {
    // Never runs again after a deadlock, because the handler has already read the request.
    const options = { ambient: true, retries: 0 };
    const made: { response: Response | null } = { response: null };
    try {
      return await transaction(
        ambientOf(this.#connection.db),
        async () => {
          const response = await next();
          made.response = response;
          // An error inside has already become a response.
          if (response.error !== undefined || response.status >= 400) throw new RolledBack(response);
          return response;
        },
        options,
      );
    } catch (error) {
      if (error instanceof RolledBack) return error.response;
      await discard(made.response);
      throw error;
    }
  }
}

/** Closes the body of a response that is not sent because the commit failed. */
const discard = async (response: Response | null): Promise<void> => {
  const body = response?.body ?? null;
  if (body instanceof Readable) body.destroy();
  else if (body instanceof ReadableStream) await body.cancel().catch(() => undefined);
};
