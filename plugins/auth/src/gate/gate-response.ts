/** What the gate decides, with what to tell whoever asked. */
export class GateResponse {
  readonly #allowed: boolean;
  readonly #message: string;
  /** HTTP status of a refusal. */
  readonly status: number;

  private constructor(allowed: boolean, message: string, status: number) {
    this.#allowed = allowed;
    this.#message = message;
    this.status = status;
  }

  static allow(message = ''): GateResponse {
    return new GateResponse(true, message, 200);
  }

  /** Denies, with what the client is told. */
  static deny(message = 'This action is not allowed.', status = 403): GateResponse {
    return new GateResponse(false, message, status);
  }

  /** Denies as if the thing did not exist: who may not see it need not learn that it is there. */
  static denyAsNotFound(message = 'Not Found'): GateResponse {
    return new GateResponse(false, message, 404);
  }

  allowed(): boolean {
    return this.#allowed;
  }

  denied(): boolean {
    return !this.#allowed;
  }

  message(): string {
    return this.#message;
  }
}
