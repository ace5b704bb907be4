import type { TextValues } from '@taproot/core/internal';

const denied = 'This action is not allowed.';
const notFound = 'Not Found';

/** The keys of the two messages above in the language files. */
const keys: ReadonlyMap<string, string> = new Map([
  [denied, 'errors.denied'],
  [notFound, 'errors.E_HTTP_404'],
]);

/** Finds a message in the language files; null when there is none. */
type FindMessage = (key: string, values: TextValues) => string | null;

/** The decision of the gate, with a message for the caller. */
export class GateResponse {
  readonly #allowed: boolean;
  readonly #message: string;
  readonly #values: TextValues;
  /** HTTP status of a refusal. */
  readonly status: number;

  private constructor(allowed: boolean, message: string, status: number, values: TextValues = {}) {
    this.#allowed = allowed;
    this.#message = message;
    this.#values = values;
    this.status = status;
  }

  /** Allows. `message` is for callers of `inspect()`; clients do not see it. */
  static allow(message = ''): GateResponse {
    return new GateResponse(true, message, 200);
  }

  /**
   * Denies. The client gets `message`: a string, or a key of the language files such as `posts.not_yours`. `values`
   * fill its placeholders. The status is 403 unless you give another one.
   */
  static deny(message = denied, status = 403, values: TextValues = {}): GateResponse {
    return new GateResponse(false, message, status, values);
  }

  /** Denies with 404, as if the entry did not exist. Use it when the client must not learn that the entry exists. */
  static denyAsNotFound(message = notFound, values: TextValues = {}): GateResponse {
    return new GateResponse(false, message, 404, values);
  }

  /** Whether it allows. */
  allowed(): boolean {
    return this.#allowed;
  }

  /** Whether it denies. */
  denied(): boolean {
    return !this.#allowed;
  }

  /** The message for the client, in the language of the request. */
  message(): string {
    return this.#message;
  }

  /** The same decision with its message in another language; this object itself if `find` has no message. */
  translated(find: FindMessage): GateResponse {
    const text = find(keys.get(this.#message) ?? this.#message, this.#values);
    return text === null ? this : new GateResponse(this.#allowed, text, this.status);
  }
}
