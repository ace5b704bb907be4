import { describe, expect, test } from '@jest/globals';
import { type Input } from '@taproot/core';
import { bindFields, sharedInput } from '@taproot/core/internal';
import { FakeFile, map, read, type Sent } from './support.ts';

type Row<Value> = [about: string, sent: Sent, name: string, value: Value];

describe('input', () => {
  test.each<Row<string>>([
    ['text of the body', { body: { a: 'x' } }, 'a', 'x'],
    ['a present empty text, not the default', { body: { a: '' } }, 'a', ''],
    ['a number', { json: '{"a":1.5}' }, 'a', '1.5'],
    ['zero', { json: '{"a":0}' }, 'a', '0'],
    ['a boolean', { json: '{"a":false}' }, 'a', 'false'],
    ['a list joined by commas', { json: '{"a":["x",1,true]}' }, 'a', 'x,1,true'],
    ['an empty list', { json: '{"a":[]}' }, 'a', ''],
    ['an object as JSON', { json: '{"a":{"b":[1]}}' }, 'a', '{"b":[1]}'],
    ['null as absent', { json: '{"a":null}' }, 'a', 'default'],
    ['a dot path', { json: '{"user":{"name":"Ada"}}' }, 'user.name', 'Ada'],
    ['an element of a list', { json: '{"tags":["x","y"]}' }, 'tags.1', 'y'],
    ['a member of an element', { json: '{"items":[{"id":7}]}' }, 'items.0.id', '7'],
    ['an escaped dot', { json: '{"a.b":1,"a":{"b":2}}' }, 'a\\.b', '1'],
    ['nothing below a scalar', { body: { a: 'x' } }, 'a.b', 'default'],
    ['nothing beyond a list', { json: '{"a":[1]}' }, 'a.1', 'default'],
    ['the query when the body has no such member', { body: { b: 'x' }, query: { a: 'q' } }, 'a', 'q'],
    ['the query when there is no body', { query: { a: 'q' } }, 'a', 'q'],
    ['a present empty query', { query: { a: '' }, route: { a: 'r' } }, 'a', ''],
    ['repeated queries joined', { query: { a: ['1', '2'] } }, 'a', '1,2'],
    ['a nested query', { query: { a: map({ b: 'q' }) } }, 'a.b', 'q'],
    ['the route parameter last', { body: { b: 'x' }, query: { c: 'q' }, route: { a: 'r' } }, 'a', 'r'],
    ['the body before query and route', { body: { a: 'x' }, query: { a: 'q' }, route: { a: 'r' } }, 'a', 'x'],
    ['the query before the route', { query: { a: 'q' }, route: { a: 'r' } }, 'a', 'q'],
    ['the default when it is nowhere', {}, 'a', 'default'],
    ['no file, which has no text', { files: [new FakeFile('a')] }, 'a', 'default'],
    ['no text that a file of the same name hides', { body: { a: 'x' }, files: [new FakeFile('a')] }, 'a', 'default'],
  ])('reads %s', (_about, sent, name, value) => {
    expect(read(sent).input(name, 'default')).toBe(value);
  });

  test('is the empty text without a default', () => {
    expect(read({}).input('a')).toBe('');
  });
});

describe('inputInt, inputInt64 and inputBool', () => {
  test.each<Row<[number, bigint]>>([
    ['a JSON number', { json: '{"a":12}' }, 'a', [12, 12n]],
    ['a JSON fraction, cut', { json: '{"a":-1.9}' }, 'a', [-1, -1n]],
    ['text', { body: { a: '12px' } }, 'a', [12, 12n]],
    ['zero', { body: { a: '0' } }, 'a', [0, 0n]],
    ['a route parameter', { route: { a: '42' } }, 'a', [42, 42n]],
    ['more than a number holds', { query: { a: '9007199254740993' } }, 'a', [99, 9007199254740993n]],
    ['garbage as the default', { body: { a: 'x' } }, 'a', [99, 99n]],
    ['empty text as the default', { body: { a: '' } }, 'a', [99, 99n]],
    ['null as the default', { json: '{"a":null}' }, 'a', [99, 99n]],
    ['true as the default', { json: '{"a":true}' }, 'a', [99, 99n]],
    ['absence as the default', {}, 'a', [99, 99n]],
  ])('read %s as integers', (_about, sent, name, [integer, wide]) => {
    expect(read(sent).inputInt(name, 99)).toBe(integer);
    expect(read(sent).inputInt64(name, 99n)).toBe(wide);
  });

  test.each<Row<boolean>>([
    ['true', { json: '{"a":true}' }, 'a', true],
    ['false', { json: '{"a":false}' }, 'a', false],
    ['1', { json: '{"a":1}' }, 'a', true],
    ['on', { body: { a: 'on' } }, 'a', true],
    ['yes', { query: { a: 'yes' } }, 'a', true],
    ['TRUE', { body: { a: 'TRUE' } }, 'a', false],
    ['2', { json: '{"a":2}' }, 'a', false],
    ['empty text as the default', { body: { a: '' } }, 'a', true],
    ['null as the default', { json: '{"a":null}' }, 'a', true],
    ['absence as the default', {}, 'a', true],
  ])('read %s as a boolean', (_about, sent, name, value) => {
    expect(read(sent).inputBool(name, true)).toBe(value);
  });

  test('are zero and false without a default', () => {
    const reader = read({});
    expect([reader.inputInt('a'), reader.inputInt64('a'), reader.inputBool('a')]).toEqual([0, 0n, false]);
  });
});

describe('inputArray', () => {
  test.each<Row<string[]>>([
    ['a list as texts', { json: '{"a":["x",1,null,{"b":1}]}' }, 'a', ['x', '1', '', '{"b":1}']],
    ['an empty list', { json: '{"a":[]}' }, 'a', []],
    ['text as a list of one, commas and all', { body: { a: 'x,y' } }, 'a', ['x,y']],
    ['empty text as an empty list', { body: { a: '' } }, 'a', []],
    ['a number as a list of one', { json: '{"a":5}' }, 'a', ['5']],
    ['every value of the query', { query: { a: ['1', '2'] } }, 'a', ['1', '2']],
    ['an empty query as an empty list', { query: { a: '' } }, 'a', []],
    ['a route parameter split at commas', { route: { a: '1,2' } }, 'a', ['1', '2']],
    ['a map as the default', { json: '{"a":{"b":1}}' }, 'a', ['default']],
    ['null as the default', { json: '{"a":null}' }, 'a', ['default']],
    ['absence as the default', {}, 'a', ['default']],
  ])('reads %s', (_about, sent, name, value) => {
    expect(read(sent).inputArray(name, ['default'])).toEqual(value);
  });
});

describe('inputMap and inputMapArray', () => {
  const fallback = { fallback: true };

  test.each<Row<Input>>([
    ['an object', { json: '{"a":{"b":1}}' }, 'a', { b: 1 }],
    ['an object at a path', { json: '{"a":[{"b":1}]}' }, 'a.0', { b: 1 }],
    ['a map of the query', { query: { a: map({ b: '1' }) } }, 'a', { b: '1' }],
    ['text as the default', { body: { a: 'x' } }, 'a', fallback],
    ['a list as the default', { json: '{"a":[1]}' }, 'a', fallback],
    ['a file as the default', { files: [new FakeFile('a')] }, 'a', fallback],
    ['null as the default', { json: '{"a":null}' }, 'a', fallback],
    ['absence as the default', {}, 'a', fallback],
  ])('read %s as a map', (_about, sent, name, value) => {
    expect({ ...read(sent).inputMap(name, fallback) }).toEqual(value);
  });

  test.each<Row<Input[]>>([
    ['a list of objects', { json: '{"a":[{"b":1},{}]}' }, 'a', [{ b: 1 }, {}]],
    ['an empty list', { json: '{"a":[]}' }, 'a', []],
    ['a list with a bad element as the default', { json: '{"a":[{"b":1},2]}' }, 'a', [fallback]],
    ['an object as the default', { json: '{"a":{}}' }, 'a', [fallback]],
    ['absence as the default', {}, 'a', [fallback]],
  ])('read %s as a list of maps', (_about, sent, name, value) => {
    expect(
      read(sent)
        .inputMapArray(name, [fallback])
        .map((element) => ({ ...element })),
    ).toEqual(value);
  });

  test('are empty without a default, and give maps without prototype that are not the body itself', () => {
    const body = { a: { b: 1 }, list: [{}] };
    const reader = read({ body });
    expect(Object.keys(reader.inputMap('none'))).toEqual([]);
    expect(reader.inputMapArray('none')).toEqual([]);
    for (const copy of [reader.inputMap('a'), ...reader.inputMapArray('list'), reader.inputMap('none')]) {
      expect(Object.getPrototypeOf(copy)).toBeNull();
      copy['b'] = 2;
    }
    expect(body).toEqual({ a: { b: 1 }, list: [{}] });
  });
});

describe('all, only and except', () => {
  const sent: Sent = {
    json: '{"title":"T","user":{"name":"Ada","role":"x"},"items":[{"id":1,"n":2},{"id":3}],"none":null}',
    query: { page: '2', title: 'from the query' },
    route: { id: '7', page: 'from the route' },
    files: [new FakeFile('photo')],
  };

  test('all merges route, query, body and files, the later over the earlier, into a map without prototype', () => {
    const all = read(sent).all();
    expect(Object.getPrototypeOf(all)).toBeNull();
    expect({ ...all }).toEqual({
      id: '7',
      page: '2',
      title: 'T',
      user: { name: 'Ada', role: 'x' },
      items: [{ id: 1, n: 2 }, { id: 3 }],
      none: null,
      photo: expect.any(FakeFile),
    });
  });

  test('all, only and except give a map that may be changed, of a body alone too', () => {
    const body = { a: 1, b: { c: 2 } };
    const reader = read({ body });
    for (const copy of [reader.all(), reader.only('a', 'b'), reader.except('none')]) {
      expect({ ...copy }).toEqual(body);
      copy['a'] = 3;
      delete copy['b'];
    }
    expect(body).toEqual({ a: 1, b: { c: 2 } });
  });

  test.each<[about: string, sent: Sent]>([
    ['a body alone', { json: '{"a":1}' }],
    ['a query', { query: { a: '1' } }],
    ['a body, a query and the route', sent],
    ['nothing', {}],
  ])('shared gives what all does, of %s', (_about, given) => {
    const reader = read(given);
    expect(reader[sharedInput]()).toEqual(reader.all());
  });

  test.each<[names: string[], picked: unknown]>([
    [[], {}],
    [['title', 'page', 'missing'], { title: 'T', page: '2' }],
    [['none'], { none: null }],
    [['user.name'], { user: { name: 'Ada' } }],
    [['user.name', 'user'], { user: { name: 'Ada', role: 'x' } }],
    [['user', 'user.name'], { user: { name: 'Ada', role: 'x' } }],
    [['user.missing', 'title.x'], {}],
    [['items.1.id'], { items: [{ id: 3 }] }],
    [['items.0.n', 'items.1.id'], { items: [{ n: 2 }, { id: 3 }] }],
    [['items.9.id'], {}],
    [['photo'], { photo: expect.any(FakeFile) }],
    [['constructor', '__proto__', 'user.constructor'], {}],
  ])('only %j', (names, picked) => {
    expect({ ...read(sent).only(...names) }).toEqual(picked);
  });

  test.each<[names: string[], rest: unknown]>([
    [['user', 'items', 'none', 'photo', 'page'], { id: '7', title: 'T' }],
    [['user.role', 'items', 'none', 'photo', 'page', 'id'], { title: 'T', user: { name: 'Ada' } }],
    [['items.0', 'user', 'none', 'photo', 'page', 'id'], { title: 'T', items: [{ id: 3 }] }],
    [['items.0.n', 'items.1.id', 'user', 'none', 'photo', 'page', 'id'], { title: 'T', items: [{ id: 1 }, {}] }],
    [['title.x', 'items.9', 'missing', 'user', 'items', 'none', 'photo', 'page', 'id'], { title: 'T' }],
  ])('except %j', (names, rest) => {
    const reader = read(sent);
    expect({ ...reader.except(...names) }).toEqual(rest);
    expect(reader.input('user.role')).toBe('x');
  });
});

describe('has and filled', () => {
  const reader = read({
    json: '{"text":"x","empty":"","none":null,"zero":0,"no":false,"list":[],"user":{"name":""}}',
    query: { page: '' },
    route: { id: '7' },
    files: [new FakeFile('photo')],
  });

  test.each<[name: string, has: boolean, filled: boolean]>([
    ['text', true, true],
    ['empty', true, false],
    ['none', true, false],
    ['zero', true, true],
    ['no', true, true],
    ['list', true, true],
    ['user', true, true],
    ['user.name', true, false],
    ['user.missing', false, false],
    ['page', true, false],
    ['id', true, true],
    ['photo', true, true],
    ['photo.path', false, false],
    ['missing', false, false],
    ['constructor', false, false],
    ['list.length', false, false],
  ])('%s: present %p, filled %p', (name, has, filled) => {
    expect(reader.has(name)).toBe(has);
    expect(reader.filled(name)).toBe(filled);
  });

  test('ask for every name', () => {
    expect(reader.has('text', 'none')).toBe(true);
    expect(reader.has('text', 'missing')).toBe(false);
    expect(reader.filled('text', 'zero')).toBe(true);
    expect(reader.filled('text', 'empty')).toBe(false);
  });
});

describe('files', () => {
  const one = new FakeFile('avatar');
  const [a, b] = [new FakeFile('photos'), new FakeFile('photos')];
  const listed = new FakeFile('docs[]');
  const nested = new FakeFile('user[card][front]');
  const indexed = new FakeFile('items[1][image]');
  const files = [one, a, b, listed, nested, indexed];
  const reader = read({
    parts: [
      ['user[name]', 'Ada'],
      ['items[0][id]', '1'],
      ['items[1][id]', '2'],
      ...files.map((file): [string, FakeFile] => [file.field, file]),
    ],
  });

  test.each<[name: string, found: FakeFile[]]>([
    ['avatar', [one]],
    ['photos', [a, b]],
    ['photos.1', [b]],
    ['docs', [listed]],
    ['user.card.front', [nested]],
    ['items.1.image', [indexed]],
    ['user', []],
    ['user.name', []],
    ['missing', []],
    ['constructor', []],
  ])('%s', (name, found) => {
    expect(reader.files(name)).toEqual(found);
    expect(reader.file(name)).toBe(found[0] ?? null);
  });

  test('stand in all() where their names put them', () => {
    expect({ ...reader.all() }).toEqual({
      avatar: one,
      photos: [a, b],
      docs: [listed],
      user: { name: 'Ada', card: { front: nested } },
      items: [{ id: '1' }, { id: '2', image: indexed }],
    });
  });
});

describe('the input of a request', () => {
  test('RT-14 never reads an inherited member, and gives the default instead', () => {
    const reader = read({ json: '{"user":{}}', query: { a: '1' }, route: { id: '7' } });
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'user.constructor',
      'user.__proto__',
    ]) {
      expect(reader.input(name, 'default')).toBe('default');
      expect(reader.has(name)).toBe(false);
      expect(reader.inputMap(name, { none: true })).toEqual({ none: true });
    }
    const sent = read({ route: { constructor: 'x', toString: 'y' } });
    expect([sent.input('constructor'), sent.input('toString'), sent.input('valueOf')]).toEqual(['x', 'y', '']);
  });

  test.each(['1', 'null', '"x"', '[]', '[{"a":1}]', 'true'])(
    'BD-04 a body of %s has no fields, and nothing throws',
    (json) => {
      const reader = read({ json, query: { a: 'q' } });
      expect(reader.input('a')).toBe('q');
      expect(reader.input('0', 'default')).toBe('default');
      expect({ ...reader.all() }).toEqual({ a: 'q' });
      expect(reader.has('length')).toBe(false);
      expect(reader.inputArray('b')).toEqual([]);
      expect(reader.files('a')).toEqual([]);
    },
  );

  test('BD-18 what is checked in all() is what input, only and bind read: no value comes from elsewhere', () => {
    const sent: Sent = {
      json: '{"role":"user","role":"admin","user":{"name":"Ada"},"plan":null}',
      query: { role: 'query', user: map({ role: 'query' }), plan: 'query' },
    };
    const reader = read(sent);
    expect(reader.all()['role']).toBe('admin');
    expect(reader.input('role')).toBe('admin');
    expect(reader.only('role')['role']).toBe('admin');
    expect(bindFields({ role: '' }, reader.all()).role).toBe('admin');
    // The body holds `user` and `plan`: what it leaves open is not filled up from the query.
    expect(reader.input('user.role', 'default')).toBe('default');
    expect(reader.input('plan', 'default')).toBe('default');
    const form = read({ body: { role: ['user', 'admin'] } });
    expect([form.input('role'), form.all()['role'], form.inputArray('role')]).toEqual([
      'user,admin',
      ['user', 'admin'],
      ['user', 'admin'],
    ]);
  });

  test('BD-19 a field of mixed shapes is read as the one shape it was parsed to', () => {
    const reader = read({ body: { a: ['1', map({ x: '2' }), '3'] } });
    expect(reader.input('a')).toBe('1,{"x":"2"},3');
    expect(reader.inputArray('a')).toEqual(['1', '{"x":"2"}', '3']);
    expect(reader.inputMap('a')).toEqual(map({}));
    expect(reader.inputMapArray('a')).toEqual([]);
  });

  test('VA-21 bind takes declared data fields only: no methods, accessors or undeclared names', () => {
    class Form {
      title = '';
      nothing = 'kept';
      #secret = 'kept';
      static isAdmin = false;
      authorize(): boolean {
        return false;
      }
      secret(): string {
        return this.#secret;
      }
    }
    const json =
      '{"title":"T","isAdmin":1,"id":7,"__proto__":{"isAdmin":1},"authorize":"x","secret":"x","#secret":"x"}';
    const form = bindFields(new Form(), read({ json, query: { rules: 'x' }, route: { constructor: 'x' } }).all());
    expect(Object.entries(form)).toEqual([
      ['title', 'T'],
      ['nothing', 'kept'],
    ]);
    expect(form.authorize()).toBe(false);
    expect(form.secret()).toBe('kept');
    expect(Object.getPrototypeOf(form)).toBe(Form.prototype);
    expect((form as unknown as Input)['isAdmin']).toBeUndefined();
  });

  test('the query is not parsed when the body has the answer', () => {
    const query = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`q${at}`, 'x']));
    const reader = read({ body: { a: 'x' }, query });
    expect(reader.input('a')).toBe('x');
    expect(() => reader.input('b')).toThrow(expect.objectContaining({ code: 'E_PARAMS_TOO_MANY' }));
  });
});
