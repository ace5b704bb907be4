import { errors } from '@taproot/core/internal';

const token = /^[!#$%&'*+.^_`|~\w-]+$/;

// RFC 9110 5.5: visible characters, space, tab, and the upper half of Latin-1.
const refused = /[^\t\u0020-\u007E\u0080-\u00FF]/;

const nameAdvice = 'Use letters, digits and hyphens, without spaces';
const valueAdvice = 'Remove line breaks and control characters, and encode characters outside Latin-1';

const explain = (character: string): string => {
  if (character === '\r' || character === '\n') return 'it contains a line break';
  return character > '\u00FF' ? 'it contains a character outside Latin-1' : 'it contains a control character';
};

/** @throws E_HEADER_INVALID for an invalid header name. */
export const checkHeaderName = (header: string): void => {
  if (!token.test(header))
    throw errors.E_HEADER_INVALID({ header, reason: 'does not have a valid name', advice: nameAdvice });
};

/**
 * Returns the value of a header unchanged.
 * @throws E_HEADER_INVALID for a value that a header must not contain.
 */
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
