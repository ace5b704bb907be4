import { assertionFailure, type Caller } from './assertion-failure.ts';
import { type Asserting, type AssertionMethods, addAssertions } from './assertions.ts';
import type { Check, CheckedResponse, ResponseParts } from './check.ts';
import { parseJson } from './parse-json.ts';
import { parseCookies, type TestCookie } from './test-cookie.ts';

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- addAssertions() below gives the class these
export interface TestResponse extends AssertionMethods<TestResponse> {}

/** A reply of the application, with its assertions. */
export class TestResponse implements Asserting, CheckedResponse {
  /** Method and target of the request. */
  readonly method: string;
  /** Path and query of the request, as they were sent. */
  readonly target: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** Reason phrase of the status. */
  readonly statusText: string;
  /** Headers of the response. */
  readonly headers: Headers;
  /** Bytes of the body. */
  readonly body: Buffer;
  /** The error the reply was made from; undefined when a handler made it. */
  readonly error: unknown;
  #cookies: readonly TestCookie[] | null = null;

  constructor({ method, target, status, statusText, headers, body, error }: ResponseParts) {
    this.method = method;
    this.target = target;
    this.status = status;
    this.statusText = statusText;
    this.headers = headers;
    this.body = body;
    this.error = error;
  }

  /** The body as UTF-8. */
  get text(): string {
    return this.body.toString();
  }

  /** The parsed body, as the type the test knows it to be; fails like an assertion when it is not JSON. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a test says what its own application answers
  json<Value = unknown>(): Value {
    const parsed = parseJson(this.text);
    // oxlint-disable-next-line typescript/unbound-method -- named as a place, not called
    if ('fault' in parsed) throw assertionFailure(parsed.fault, this, this.json);
    return parsed.value as Value;
  }

  /** The cookies it sets, in the order of their headers. */
  get cookies(): readonly TestCookie[] {
    return (this.#cookies ??= parseCookies(this.headers));
  }

  /** The cookie of this name that it sets last, as browsers would keep it. */
  cookie(name: string): TestCookie | undefined {
    return this.cookies.findLast((cookie) => cookie.name === name);
  }

  /** Runs an assertion of your own: `check` returns what is wrong, or null. */
  verify(check: Check<TestResponse>, caller: Caller): this {
    const problem = check(this);
    if (problem !== null) throw assertionFailure(problem, this, caller);
    return this;
  }
}

addAssertions(TestResponse.prototype);
