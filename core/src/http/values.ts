import { errors } from '../errors.ts';

/**
 * Copies `data` into the fields `target` declares as its own: data of any other name, methods, accessors and inherited
 * members are left alone, so that a client cannot set what the class did not mean to take.
 */
export const bindFields = <Target extends object>(target: Target, data: Readonly<Record<string, unknown>>): Target => {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    if (!property.writable || typeof property.value === 'function' || !Object.hasOwn(data, name)) continue;
    Reflect.set(target, name, data[name]);
  }
  return target;
};

const token = /^[!#$%&'*+.^_`|~\w-]+$/;

// RFC 9110 5.5: visible characters, space, tab, and the upper half of Latin-1.
const refused = /[^\t\u0020-\u007E\u0080-\u00FF]/;

const nameAdvice = 'Name it with letters, digits and hyphens, without spaces';
const valueAdvice = 'Remove line breaks and control characters; encode what is not Latin-1';

const explain = (character: string): string => {
  if (character === '\r' || character === '\n') return 'it holds a line break';
  return character > '\u00FF' ? 'it holds a character outside Latin-1' : 'it holds a control character';
};

/** Throws `E_HEADER_INVALID` for what no header may be called. */
export const checkHeaderName = (header: string): void => {
  if (!token.test(header)) throw errors.E_HEADER_INVALID({ header, reason: 'has no valid name', advice: nameAdvice });
};

/** Throws `E_HEADER_INVALID` for what no header may hold; gives the value else. */
export const checkHeaderValue = (header: string, value: string): string => {
  const fault = refused.exec(value);
  if (fault !== null)
    throw errors.E_HEADER_INVALID({
      header,
      reason: `cannot have this value: ${explain(fault[0])}`,
      advice: valueAdvice,
    });
  return value;
};
