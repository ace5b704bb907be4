import type { PresenceQuery } from '@taproot/core/plugin';
import type { RuleCall } from './rule.ts';

/** Where `exists` and `unique` look: a query without its values. */
export type PresenceTarget = Omit<PresenceQuery, 'values'>;

type Where = PresenceQuery['where'];

// Identifiers are put into the query text; everything else is bound.
const identifier = /^[A-Za-z_]\w*$/;

/** `exists:connection.table,column1,column2`: one of the columns has the value. */
export const readExists = (call: RuleCall): PresenceTarget => {
  const named = call.parameters.slice(1).filter((column) => column !== '');
  const columns = named.length > 0 ? named : [ownColumn(call)];
  return {
    ...readTable(call),
    columns: columns.map((column) => check(call, column)),
    except: null,
    where: where(call),
  };
};

/** `unique:connection.table,column,idColumn,except1,except2`. */
export const readUnique = (call: RuleCall): PresenceTarget => {
  const [, column = '', idColumn = '', ...excepts] = call.parameters;
  const values = excepts.filter((except) => except !== '');
  const id = check(call, idColumn === '' ? 'id' : idColumn);
  return {
    ...readTable(call),
    columns: [check(call, column === '' ? ownColumn(call) : column)],
    except: values.length === 0 ? null : { column: id, values },
    where: where(call),
  };
};

/** Before the first dot stands the connection; a table may have a schema only when it has a connection. */
const readTable = (call: RuleCall): Pick<PresenceTarget, 'connection' | 'table'> => {
  const [text = ''] = call.parameters;
  const parts = text.split('.').map((part) => check(call, part));
  if (parts.length > 3) call.fail(`"${text}" has more parts than connection.schema.table`);
  const [first = '', ...rest] = parts;
  return rest.length === 0 ? { connection: null, table: first } : { connection: first, table: rest.join('.') };
};

const ownColumn = ({ leaf, fail }: RuleCall): string =>
  leaf === '*' ? fail('it names no column, and a list has no name to take') : leaf;

const check = (call: RuleCall, name: string): string =>
  identifier.test(name) ? name : call.fail(`"${name}" is no name of a table or column`);

const isWhere = (options: unknown): options is Where =>
  Array.isArray(options) &&
  options.every((entry: unknown) => typeof entry === 'object' && entry !== null && 'column' in entry);

const where = (call: RuleCall): Where => {
  if (!isWhere(call.options)) return [];
  for (const { column } of call.options) check(call, column);
  return call.options;
};
