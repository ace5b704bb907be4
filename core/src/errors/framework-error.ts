import { inspect } from 'node:util';
import { type Place, placeOf, withoutInternalFrames } from './frames.ts';

const ordinary = Function.prototype[Symbol.hasInstance];

/**
 * Makes `instanceof Class` also true for objects of a second copy of this package. An application gets two copies when only some of its
 * packages were updated. Subclasses still differ.
 */
export const acrossCopies = (Class: { readonly prototype: object }, name: string): void => {
  const brand = Symbol.for(`@taproot/core:${name}`);
  Object.defineProperty(Class.prototype, brand, { value: true });
  Object.defineProperty(Class, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== Class) return ordinary.call(this, value);
      return typeof value === 'object' && value !== null && brand in value;
    },
  });
};

/** Values of a text's placeholders, by name. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The parts of a `FrameworkError`. Only `code` and `message` are required. */
export interface FrameworkErrorInit extends ErrorOptions {
  /** The action that the reader should take. */
  readonly fix?: string | undefined;
  /** HTTP status of the response when the error ends a request; 500 when left out. */
  readonly status?: number | undefined;
  /** Headers the HTTP answer carries, for example `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further members of the JSON error body, for example `errors`. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Values of the message's placeholders, for language files that translate the message. */
  readonly values?: TextValues | undefined;
  /** Language of the strings in `details` as a BCP 47 tag. Default: the language of the request. */
  readonly locale?: string | undefined;
  /** Whether the mistake is on the line of the application that called the framework; consoles then show that line. */
  readonly placed?: boolean | undefined;
}

const placed = new WeakSet<FrameworkError>();

const calls = new WeakMap<FrameworkError, Place>();

/** Gives an error the line of a call, for one that is thrown later than the call: its stack does not contain the line. */
export const placeAtCall = (error: FrameworkError, call: Place): void => void calls.set(error, call);

/**
 * Every error that the framework raises. `code` is stable, `message` says what is wrong and where, `fix` what to do.
 * @example if (error instanceof FrameworkError && error.code === 'E_PORT_IN_USE') retry();
 */
export class FrameworkError extends Error {
  override readonly name: string = 'FrameworkError';
  /** Stable name of the error, for programs and searches: `E_PORT_IN_USE`. docs/errors.md lists them. */
  readonly code: string;
  /** The fix that the reader should apply; undefined if the error has none. */
  readonly fix: string | undefined;
  /** HTTP status of the response when the error ends a request; 500 by default. */
  readonly status: number;
  /** Headers that the HTTP answer carries; none by default. */
  readonly headers: Readonly<Record<string, string>>;
  /** Further members of the JSON error body, for example `errors`; undefined when there are none. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Values of the message's placeholders, for language files that translate the message. */
  readonly values: TextValues | undefined;
  /** Language of the strings in `details` as a BCP 47 tag; undefined means the language of the request. */
  readonly locale: string | undefined;

  constructor(code: string, message: string, init: FrameworkErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = code;
    this.fix = init.fix;
    this.status = init.status ?? 500;
    this.headers = init.headers ?? {};
    this.details = init.details;
    this.values = init.values;
    this.locale = init.locale;
    if (init.placed === true) placed.add(this);
  }

  /** The line of the application with the mistake, `routes/api.ts:12`; empty when unknown, or when no line is to blame. */
  get place(): string {
    return placed.has(this) ? placeOf(this) || String(calls.get(this) ?? '') : '';
  }
}

acrossCopies(FrameworkError, 'FrameworkError');

// `console.log()`, reports and Node itself show the error so: message, the application's own frames, fix and cause.
Object.defineProperty(FrameworkError.prototype, inspect.custom, {
  value(this: FrameworkError, depth: number, options: object): string {
    const { message, name, code, fix, cause } = this;
    // Some tools delete the stack.
    const { stack = `${name}: ${message}` } = this;
    const lines = [withoutInternalFrames(stack.replace(name, `${name} [${code}]`))];
    if (fix !== undefined) lines.push(`  fix: ${fix}`);
    // A cause may lead back to this error.
    if (cause !== undefined && depth >= 0) lines.push(`  cause: ${inspect(cause, { ...options, depth: depth - 1 })}`);
    return lines.join('\n');
  },
});
