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
  /** Path and query of the request, as sent. */
  readonly target: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** Reason phrase of the status. */
  readonly statusText: string;
  /** Headers of the response. */
  readonly headers: Headers;
  /** Bytes of the body. */
  readonly body: Buffer;
  /** The error that led to the reply; undefined when a handler made the reply. */
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

  /** The parsed body, with the type that the test names. Fails like an assertion when the body is not JSON. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a test says what its own application answers
  json<Value = unknown>(): Value {
    const parsed = parseJson(this.text);
    // oxlint-disable-next-line typescript/unbound-method -- named as a place, not called
    if ('fault' in parsed) throw assertionFailure(parsed.fault, this, this.json);
    return parsed.value as Value;
  }

  /** The cookies that the response sets, in the order of their headers. */
  get cookies(): readonly TestCookie[] {
    return (this.#cookies ??= parseCookies(this.headers));
  }

  /** The last cookie with this name that the response sets; browsers keep the last one. */
  cookie(name: string): TestCookie | undefined {
    return this.cookies.findLast((cookie) => cookie.name === name);
  }

  /** Runs your own assertion: `check` returns the fault, or null. */
  verify(check: Check<TestResponse>, caller: Caller): this {
    const problem = check(this);
    if (problem !== null) throw assertionFailure(problem, this, caller);
    return this;
  }
}

addAssertions(TestResponse.prototype);
