import { inspect } from 'node:util';
import { errors } from '../errors.ts';

const identifier = /^[A-Za-z_]\w{0,127}$/;

/** Returns a column's name, or throws `E_DATABASE_IDENTIFIER`, because names become a part of the statement itself. */
export const checkColumn = (name: string): string => {
  if (typeof name !== 'string' || !identifier.test(name))
    throw errors.E_DATABASE_IDENTIFIER({ name: inspect(name).slice(0, 80) });
  return name;
};

/** Like `checkColumn()`, for a table's name with up to two schemas before it. */
export const checkTable = (name: string): string => {
  const parts = name.split('.');
  if (parts.length > 3) throw errors.E_DATABASE_IDENTIFIER({ name: inspect(name).slice(0, 80) });
  for (const part of parts) checkColumn(part);
  return name;
};
