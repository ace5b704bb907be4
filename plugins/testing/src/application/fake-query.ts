import type { Input } from '@taproot/core';
import { asMap, bare } from './fake-input.ts';

/** A query nested by brackets of one level: `sort[name]=asc` is a member of `sort`, `tag=a&tag=b` a list. */
export const fakeQuery = (parameters: URLSearchParams): Input => {
  const query = bare<unknown>();
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    const value = values.length > 1 ? values : values[0];
    const bracket = name.endsWith(']') ? name.indexOf('[') : -1;
    if (bracket === -1) query[name] = value;
    else {
      const root = name.slice(0, bracket);
      query[root] = bare({ ...asMap(query[root]), [name.slice(bracket + 1, -1)]: value });
    }
  }
  return query;
};
