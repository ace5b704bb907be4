import { describe, expect, jest, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import type { PresenceQuery, PresenceVerifier } from '@taproot/core/plugin';
import { Rule } from '../../../plugins/validation/src/authoring.ts';
import { failing, testRejected, validate } from './support.ts';

// Not a literal: the compiler knows the columns of a table that it can read.
const anyTable: string = 'users';

/** Knows some values, and remembers what it was asked. */
const databaseOf = (...known: readonly unknown[]): PresenceVerifier & { readonly asked: PresenceQuery[] } => {
  const asked: PresenceQuery[] = [];
  const present = async (query: PresenceQuery) => {
    asked.push(query);
    return query.values.map((value) => known.includes(value));
  };
  return { asked, present };
};

const askedBy = async (rule: unknown, field = 'email'): Promise<PresenceQuery | undefined> => {
  const database = databaseOf();
  await failing({ [field]: 'x' }, { [field]: rule }, database);
  return database.asked[0];
};

const query = {
  connection: null,
  table: 'users',
  columns: ['email'],
  values: ['x'],
  except: null,
  where: [],
};

describe('exists and unique', () => {
  test('pass by what the database has', async () => {
    const database = databaseOf('ann', 7);
    const exists = async (f: unknown) => (await failing({ f }, { f: 'exists:users,name' }, database)).length === 0;
    const unique = async (f: unknown) => (await failing({ f }, { f: 'unique:users,name' }, database)).length === 0;
    for (const value of ['ann', 7])
      expect([value, await exists(value), await unique(value)]).toEqual([value, true, false]);
    for (const value of ['bob', '7', true, null])
      expect([value, await exists(value), await unique(value)]).toEqual([value, false, true]);
  });

  test('do not query for absent and blank fields, or for null where it is allowed', async () => {
    const database = databaseOf();
    for (const data of [{}, { f: '' }, { f: null }])
      expect(await failing(data, { f: 'nullable|exists:users' }, database)).toEqual([]);
    expect(database.asked).toEqual([]);
  });

  test('ask nothing once another rule of the field has failed', async () => {
    const database = databaseOf();
    expect(await failing({ f: 'x' }, { f: 'exists:users|integer' }, database)).toEqual(['f']);
    expect(await failing({ f: 'x' }, { f: 'integer|unique:users' }, database)).toEqual(['f']);
    expect(database.asked).toHaveLength(1);
  });

  test('read table, connection, columns and exceptions from their parameters', async () => {
    expect(await askedBy('exists:users')).toEqual(query);
    expect(await askedBy('exists:users,,')).toEqual(query);
    expect(await askedBy('exists:users,email,,name')).toEqual({ ...query, columns: ['email', 'name'] });
    expect(await askedBy('exists:other.users')).toEqual({ ...query, connection: 'other' });
    expect(await askedBy('exists:other.auth.users')).toEqual({ ...query, connection: 'other', table: 'auth.users' });
    expect(await askedBy('unique:users')).toEqual(query);
    expect(await askedBy('unique:users,name')).toEqual({ ...query, columns: ['name'] });
    expect(await askedBy('unique:users,email,uid')).toEqual(query);
    const except = { column: 'uid', values: ['5', '1 OR 1=1'] };
    expect(await askedBy('unique:users,email,uid,5,,1 OR 1=1')).toEqual({ ...query, except });
    expect(await askedBy('unique:users,,,5')).toEqual({ ...query, except: { column: 'id', values: ['5'] } });
  });

  test('the column of a nested field is its last key', async () => {
    const database = databaseOf('a');
    expect(await failing({ u: [{ email: 'a' }] }, { 'u.*.email': 'exists:users' }, database)).toEqual([]);
    expect(database.asked[0]?.columns).toEqual(['email']);
  });

  test('Rule.exists and Rule.unique say the same, with conditions and a row to ignore', async () => {
    const where = [
      { column: 'tenant', value: 3 },
      { column: 'active', value: true },
    ];
    expect(await askedBy(Rule.exists('users', 'email').where('tenant', 3).where('active', true))).toEqual({
      ...query,
      where,
    });
    expect(await askedBy(Rule.unique('users').where('tenant', 3).ignore(5))).toEqual({
      ...query,
      where: where.slice(0, 1),
      except: { column: 'id', values: ['5'] },
    });
    expect(await askedBy([Rule.unique('users', 'email').ignore('a,b', 'uid')])).toEqual({
      ...query,
      except: { column: 'uid', values: ['a,b'] },
    });
  });
});

describe('VA-17 names are checked and values bound', () => {
  testRejected([
    ['exists', 'takes at least 1'],
    ['exists:users; DROP TABLE x,id', 'no name of a table or column'],
    ['exists:,id', 'no name of a table or column'],
    ['exists:users,a"b', 'no name of a table or column'],
    ['exists:.users', 'no name of a table or column'],
    ['exists:a.b.c.users', 'more parts than connection.schema.table'],
    ['unique:users,email,5', 'no name of a table or column'],
    ['unique:users,email,id OR 1=1,5', 'no name of a table or column'],
    [Rule.exists(anyTable, 'id').where('a = 1; --', 1), 'no name of a table or column'],
  ]);

  test('a list has no name to be a column', async () => {
    await expect(failing({ ids: [1] }, { 'ids.*': 'exists:users' }, databaseOf())).rejects.toMatchObject({
      code: 'E_RULE_PARAMETERS',
    });
  });

  test('a string is bound unchanged', async () => {
    const database = databaseOf();
    expect(await failing({ f: "' OR 1=1 --" }, { f: 'exists:users' }, database)).toEqual(['f']);
    expect(database.asked[0]?.values).toEqual(["' OR 1=1 --"]);
  });

  test('values that no column can hold fail both rules without a query', async () => {
    const database = databaseOf();
    const values = [{ $ne: 1 }, [{ $ne: 1 }], [[1]], 'a\0', '\ud800', Number.NaN, new Date(0)];
    for (const f of values) {
      expect(await failing({ f }, { f: 'exists:users' }, database)).toEqual(['f']);
      expect(await failing({ f }, { f: 'unique:users' }, database)).toEqual(['f']);
    }
    expect(database.asked).toEqual([]);
  });
});

describe('many values', () => {
  test('the fields of a wildcard share one query, each value once', async () => {
    const database = databaseOf(1, 2);
    const data = { items: [{ id: 1 }, { id: 3 }, { id: 2 }, { id: 1 }, { id: '1' }, { id: 'x' }] };
    expect(await failing(data, { 'items.*.id': 'exists:users' }, database)).toEqual([
      'items.1.id',
      'items.4.id',
      'items.5.id',
    ]);
    expect(database.asked.map(({ values }) => values)).toEqual([[1, 3, 2, '1', 'x']]);
  });

  test('a list is asked for at once: all its entries exist, or none of them', async () => {
    const database = databaseOf(1, 2);
    const map = { all: 'exists:users,id', some: 'exists:users,id', none: 'unique:users,id', taken: 'unique:users,id' };
    const data = { all: [1, 2], some: [1, 3], none: [3, 4], taken: [3, 2] };
    expect(await failing({ ...data, empty: [] }, { ...map, empty: 'exists:users,id' }, database)).toEqual([
      'some',
      'taken',
    ]);
    expect(database.asked).toHaveLength(4);
  });

  test('a value that comes after the query is asked for in another, and two validations share none', async () => {
    const database = databaseOf(1);
    const wait = async (turns: unknown) => {
      for (let i = 0; i < 20 * Number(turns); i++) await Promise.resolve();
      return true;
    };
    const map = { 'a.*': [wait, 'exists:users,id'] };
    for (let i = 0; i < 2; i++) expect(await failing({ a: [1, 2] }, map, database)).toEqual(['a.1']);
    expect(database.asked.map(({ values }) => values)).toEqual([[1], [2], [1], [2]]);
  });
});

describe('VA-20 a database that is not there is no answer', () => {
  const run = (presence?: PresenceVerifier) =>
    validate({ f: 'x' }, { f: 'unique:users' }, presence === undefined ? {} : { presence });

  test('none was given', async () => {
    await expect(run()).rejects.toMatchObject({ code: 'E_PRESENCE_MISSING' });
  });

  test('it fails: 503 with the cause, and never valid or invalid', async () => {
    const cause = new Error('connection refused');
    await expect(run({ present: () => Promise.reject(cause) })).rejects.toMatchObject({
      code: 'E_PRESENCE_FAILED',
      status: 503,
      message: 'The database could not answer the rule "unique" of the field "f".',
      cause,
    });
  });

  test('it fails with an error of its own, which is kept', async () => {
    const error = new FrameworkError('E_DATABASE_DOWN', 'down', { status: 503 });
    await expect(run({ present: () => Promise.reject(error) })).rejects.toBe(error);
  });

  test('it is slow: 503 after two seconds, and the query is told to stop', async () => {
    jest.useFakeTimers();
    try {
      let stopped: AbortSignal | null = null;
      const outcome = run({
        present: (_query, signal) => {
          stopped = signal;
          return new Promise(() => undefined);
        },
      });
      const rejected = expect(outcome).rejects.toMatchObject({ code: 'E_PRESENCE_TIMEOUT', status: 503 });
      await jest.advanceTimersByTimeAsync(2000);
      await rejected;
      expect(stopped).toMatchObject({ aborted: true });
    } finally {
      jest.useRealTimers();
    }
  });
});
