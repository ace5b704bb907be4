import { FrameworkError } from '@taproot/core';
import { type PresenceQuery, withDeadline } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { defineRule, type RuleCall, type RuleDefinition, type Services } from './definition.ts';

/** Where `exists` and `unique` search: a query without values. */
export type PresenceTarget = Omit<PresenceQuery, 'values'>;

type Where = PresenceQuery['where'];

// Identifiers become a part of the query text; everything else is bound.
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

/** The part before the first dot is the connection. A table may have a schema only if it also has a connection. */
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

/** The values that a database looks for. */
export type Scalar = string | number | bigint | boolean | null;

/** Collects the values of many fields until the next turn, and asks about them with one query. */
export class PresenceBatch {
  readonly #ask: (values: readonly Scalar[]) => Promise<readonly boolean[]>;
  #places = new Map<Scalar, number>();
  #answers: Promise<readonly boolean[]> | null = null;

  constructor(ask: (values: readonly Scalar[]) => Promise<readonly boolean[]>) {
    this.#ask = ask;
  }

  /** Resolves to whether each of these values is present, in order. */
  async present(values: readonly Scalar[]): Promise<readonly boolean[]> {
    const places = values.map((value) => this.#placeOf(value));
    this.#answers ??= Promise.resolve().then(() => this.#send());
    const answers = await this.#answers;
    return places.map((place) => answers[place] === true);
  }

  #placeOf(value: Scalar): number {
    const place = this.#places.get(value) ?? this.#places.size;
    this.#places.set(value, place);
    return place;
  }

  #send(): Promise<readonly boolean[]> {
    const values = [...this.#places.keys()];
    this.#places = new Map();
    this.#answers = null;
    return this.#ask(values);
  }
}

const seconds = 2;

const presenceRule = (
  name: string,
  readTarget: (call: RuleCall) => PresenceTarget,
  passes: (present: readonly boolean[]) => boolean,
): RuleDefinition =>
  defineRule({
    name,
    parameters: { min: 1 },
    last: true,
    compile: (call) => {
      const target = readTarget(call);
      return (value, scope) => {
        const values = Array.isArray(value) ? value : [value];
        if (!values.every(isScalar)) return false;
        if (values.length === 0) return true;
        const { services } = scope;
        const batch = scope.state(call.token, () => new PresenceBatch((asked) => ask(call, target, asked, services)));
        return batch.present(values).then(passes);
      };
    },
  });

/** Whether a column can contain a value. No database accepts a string with a zero character or an unpaired surrogate. */
const isScalar = (value: unknown): value is Scalar => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  return value === null || typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value);
};

const ask = async (
  call: RuleCall,
  target: PresenceTarget,
  values: readonly Scalar[],
  { presence }: Services,
): Promise<readonly boolean[]> => {
  const { name: rule, field } = call;
  if (presence === null) throw errors.E_PRESENCE_MISSING({ rule, field });
  const late = new AbortController();
  const answers = presence.present({ ...target, values }, late.signal).catch((error: unknown) => {
    throw unavailable(call, error);
  });
  return withDeadline(answers, seconds, () => {
    late.abort();
    return errors.E_PRESENCE_TIMEOUT({ rule, field, seconds });
  });
};

const unavailable = ({ name: rule, field }: RuleCall, cause: unknown): FrameworkError =>
  cause instanceof FrameworkError ? cause : errors.E_PRESENCE_FAILED({ rule, field }, { cause });

/** Rules that ask a database. Their answers hold only at that moment: another request may insert the value before you do. */
export const databaseRules: readonly RuleDefinition[] = [
  presenceRule('exists', readExists, (present) => !present.includes(false)),
  presenceRule('unique', readUnique, (present) => !present.includes(true)),
];
