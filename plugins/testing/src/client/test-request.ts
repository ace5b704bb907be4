import { assertionFailure, type Caller } from '../assertions/assertion-failure.ts';
import { type Asserting, type AssertionMethods, addAssertions } from '../assertions/assertions.ts';
import type { Check } from '../assertions/check.ts';
import type { TestResponse } from '../assertions/test-response.ts';
import { errors } from '../errors.ts';
import { type OpenStream, TestEvents } from './test-events.ts';

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- addAssertions() below gives the class these
export interface TestRequest extends AssertionMethods<TestRequest> {}

/**
 * A request that is sent once, when you first await it. Assertions before the await run on the response, in order:
 * `await http(app).get('/').assertOk().assertSee('Hello')`. Assertions on the response itself run at once.
 */
export class TestRequest implements Asserting, PromiseLike<TestResponse> {
  readonly #send: () => Promise<TestResponse>;
  readonly #open: OpenStream | null;
  readonly #asserted: ((response: TestResponse) => void)[] = [];
  #response: Promise<TestResponse> | null = null;
  #received: TestResponse | null = null;

  constructor(send: () => Promise<TestResponse>, open: OpenStream | null = null) {
    this.#send = send;
    this.#open = open;
  }

  /**
   * Sends the request and reads the events of its stream one by one. The connection closes when you leave the loop, or the block with
   * `await using`. The stream also ends when the application closes.
   *
   * @throws E_EVENTS_CONTEXT for a request of `fakeContext()`; reading rejects with an AssertionError when the reply is not an event stream
   * @example for await (const event of http(app).get('/events').events()) { equal(event.data, 'hello'); break; }
   */
  events(): TestEvents {
    if (this.#open === null) throw errors.E_EVENTS_CONTEXT();
    return new TestEvents(this.#open);
  }

  /** Sends the request, on the first `await`, and resolves to its response. */
  // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is what sends it
  then<Fulfilled = TestResponse, Rejected = never>(
    onFulfilled?: ((response: TestResponse) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#asserting().then(onFulfilled, onRejected);
  }

  /** Adds your own assertion: `check` returns the fault, or null. */
  verify(check: Check<TestResponse>, caller: Caller): this {
    if (this.#received !== null) {
      this.#received.verify(check, caller);
      return this;
    }
    const site = { stack: '' };
    Error.captureStackTrace(site, caller);
    this.#asserted.push((response) => {
      const problem = check(response);
      if (problem !== null) throw calledAt(site, assertionFailure(problem, response, caller));
    });
    return this;
  }

  async #asserting(): Promise<TestResponse> {
    this.#response ??= this.#send();
    const response = await this.#response;
    this.#received = response;
    for (const assertion of this.#asserted) assertion(response);
    return response;
  }
}

addAssertions(TestRequest.prototype);

/** Gives an error the stack of the call of its assertion, because that call has returned before the assertion fails. */
const calledAt = (site: { readonly stack: string }, error: Error): Error => {
  const frames = site.stack.slice(site.stack.indexOf('\n    at '));
  error.stack = `${error.name}: ${error.message}${frames}`;
  return error;
};
