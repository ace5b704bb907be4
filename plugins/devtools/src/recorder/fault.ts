import { FrameworkError } from '@taproot/core';
import { placeOf } from '@taproot/core/internal';
import { isError } from '@taproot/core/plugin';
import { cutText, maskText } from '@taproot/masking';
import { errorView } from '@taproot/routing/internal';
import { maskFields } from '@taproot/routing/pages';

/** An error as plain strings: the error object itself may refer to anything. */
export interface Fault {
  /** The name of its class. */
  readonly name: string;
  /** The code of a framework error or of the system; empty without one. */
  readonly code: string;
  readonly message: string;
  /** The fix that the reader should apply; empty if the error has none. */
  readonly fix: string;
  /** The line of the application, `routes/api.ts:12`; empty when unknown. */
  readonly place: string;
  /** Frames of the stack, without the message. */
  readonly stack: readonly string[];
  /** Further members of the body, such as the messages of a validation; masked. */
  readonly details: Readonly<Record<string, unknown>>;
}

const longest = 2000;

const attempt = <Value>(read: () => Value, otherwise: Value): Value => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

const stringAt = (value: unknown, key: string): string =>
  attempt(() => {
    const member: unknown = Reflect.get(Object(value) as object, key);
    return typeof member === 'string' ? member : '';
  }, '');

const framesOf = (error: Error): string[] =>
  stringAt(error, 'stack')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, 20)
    .map((line) => line.trim().slice(3));

/** Describes a thrown value. Secrets in its message and details are masked. */
export const faultOf = (error: unknown): Fault => {
  const said = isError(error) ? stringAt(error, 'message') : attempt(() => String(error), 'a value without a text');
  const message = maskText(cutText(said, longest));
  const known = error instanceof FrameworkError;
  return {
    name: isError(error) ? stringAt(error, 'name') || 'Error' : typeof error,
    code: stringAt(error, 'code'),
    message,
    fix: known ? (error.fix ?? '') : '',
    place: attempt(() => placeOf(error), ''),
    stack: isError(error) ? framesOf(error) : [],
    details: Object(maskFields(attempt(() => errorView(error, true).details ?? {}, {}))) as Record<string, unknown>,
  };
};

/** `E_CODE: message`, or the name of the class in place of a code. */
export const shortFault = ({ code, name, message }: Fault): string => `${code || name}: ${message.split('\n', 1)[0]}`;
