import { fakeErrors } from './fake-errors.ts';

const token = /^[!#$%&'*+.^_`|~\w-]+$/;

// RFC 9110 5.5: visible characters, space, tab, and the upper half of Latin-1.
const refused = /[^\t\u0020-\u007E\u0080-\u00FF]/;

const explain = (character: string): string => {
  if (character === '\r' || character === '\n') return 'it holds a line break';
  return character > '\u00FF' ? 'it holds a character outside Latin-1' : 'it holds a control character';
};

/** Throws `E_HEADER_INVALID` for what no header may be called or hold, as a driver's response does. */
export const checkHeader = (header: string, value: string | number | readonly string[]): void => {
  if (!token.test(header)) throw fakeErrors.E_HEADER_INVALID({ header, reason: 'its name is no token' });
  for (const one of [value].flat()) {
    const fault = refused.exec(String(one));
    if (fault !== null) throw fakeErrors.E_HEADER_INVALID({ header, reason: explain(fault[0]) });
  }
};
