import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { Disk } from '../disk.ts';

/** One requirement of a disk: its name, and a function that rejects if the disk does not meet it. */
export interface StorageCase {
  /** The requirement. */
  readonly name: string;
  /** Runs the case on an empty disk. */
  readonly run: () => Promise<void>;
}

const code = (name: string) => (error: unknown) => Object(error).code === name;

const listed = async (paths: AsyncIterable<string>): Promise<string[]> => {
  const found: string[] = [];
  for await (const path of paths) found.push(path);
  return found.toSorted();
};

const failing = async function* (): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(100_000, 'x');
  throw new Error('the source broke');
};

type Check = readonly [name: string, run: (disk: Disk) => Promise<void>];

const contents: readonly (readonly [
  string,
  string | Uint8Array | (() => Readable | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>),
])[] = [
  ['a text', 'hello'],
  ['a text with characters beyond ASCII', 'grün 🌿'],
  ['an empty text', ''],
  ['bytes', Buffer.from([0, 255, 128])],
  ['a view of a larger buffer', new Uint8Array(Buffer.from('abcdef')).subarray(2, 4)],
  ['a stream of Node', () => Readable.from([Buffer.from('one'), Buffer.from('two')])],
  ['a stream of the Web', () => new Blob(['web']).stream() as ReadableStream<Uint8Array>],
  [
    'a generator',
    () =>
      (async function* () {
        yield Buffer.from('gen');
      })(),
  ],
  ['an empty stream', () => Readable.from([])],
  ['a stream of 7 MB', () => Readable.from(Array.from({ length: 7 }, () => Buffer.alloc(1_048_576, 7)))],
];

const wrongPaths: readonly string[] = [
  '',
  '/etc/passwd',
  '../up',
  'a/../b',
  'a/./b',
  'a//b',
  'a/',
  '..',
  '.',
  'a\u0000b',
  'a\nb',
  'a\\b',
  'C:\\x',
  'a:b',
  'CON',
  'con.txt',
  'x/NUL',
  'LPT1.png',
  'dot.',
  'space ',
  'a*b',
  'a?b',
  '<a>',
  '.taproot/x',
  '\ud800',
  'x'.repeat(256),
  'é'.repeat(128),
  `${'d/'.repeat(600)}f`,
];

const rightPaths: readonly string[] = [
  'a',
  'a/b/c/d',
  'with space.txt',
  'emoji-🌿.png',
  'plus+and%41&=.txt',
  "quote'd.txt",
  '.hidden',
  'x'.repeat(255),
  '日本語/ファイル.txt',
  'a..b',
  'concert.txt',
  '#hash',
];

const checks: readonly Check[] = [
  ...contents.map(
    ([what, content]): Check => [
      `keeps ${what}`,
      async (disk) => {
        const make = () => (typeof content === 'function' ? content() : content);
        const again = make();
        const wanted =
          typeof again === 'string' || again instanceof Uint8Array
            ? Buffer.from(again as string)
            : await buffer(again as AsyncIterable<Uint8Array>);
        await disk.put('dir/file', make());
        assert.deepEqual(await disk.bytes('dir/file'), wanted);
        assert.equal(await disk.size('dir/file'), wanted.length);
      },
    ],
  ),
  ...wrongPaths.map(
    (path): Check => [
      `refuses the path ${JSON.stringify(path.slice(0, 20))} (${path.length})`,
      async (disk) => {
        await assert.rejects(disk.put(path, 'x'), code('E_STORAGE_PATH'));
        await assert.rejects(disk.get(path), code('E_STORAGE_PATH'));
        await assert.rejects(disk.copy('a', path), code('E_STORAGE_PATH'));
        assert.deepEqual(await listed(disk.allFiles()), []);
      },
    ],
  ),
  ...rightPaths.map(
    (path): Check => [
      `keeps a file of the path ${JSON.stringify(path.slice(0, 20))}`,
      async (disk) => {
        await disk.put(path, path);
        assert.equal(await disk.get(path), path);
        assert.deepEqual(await listed(disk.allFiles()), [path]);
        await disk.copy(path, 'copy');
        assert.equal(await disk.get('copy'), path);
        await disk.delete(path);
        assert.deepEqual(await listed(disk.allFiles()), ['copy']);
      },
    ],
  ),
  [
    'takes both Unicode forms of a name for one file',
    async (disk) => {
      await disk.put('cafe\u0301', '1');
      assert.equal(await disk.get('caf\u00e9'), '1');
      assert.deepEqual(await listed(disk.files()), ['caf\u00e9']);
    },
  ],
  [
    'replaces a file',
    async (disk) => {
      await disk.put('a', 'a long text');
      await disk.put('a', 'new');
      assert.equal(await disk.get('a'), 'new');
    },
  ],
  [
    'keeps nothing of a source that fails',
    async (disk) => {
      await assert.rejects(disk.put('a', failing()), code('E_STORAGE_SOURCE'));
      assert.equal(await disk.missing('a'), true);
      assert.deepEqual(await listed(disk.allFiles()), []);
    },
  ],
  [
    'keeps the old file if the source of the new one fails',
    async (disk) => {
      await disk.put('a', 'old');
      await assert.rejects(disk.put('a', failing()), code('E_STORAGE_SOURCE'));
      assert.equal(await disk.get('a'), 'old');
    },
  ],
  [
    'has the file of one of two writers, whole',
    async (disk) => {
      const [x, y] = ['x'.repeat(200_000), 'y'.repeat(200_000)];
      await Promise.all([disk.put('d/a', x), disk.put('d/a', y)]);
      assert.ok([x, y].includes(await disk.get('d/a')));
      assert.deepEqual(await listed(disk.allFiles()), ['d/a']);
    },
  ],
  [
    'gives a reader the old file or the new one',
    async (disk) => {
      const [x, y] = ['x'.repeat(300_000), 'y'.repeat(300_000)];
      await disk.put('a', x);
      const [read] = await Promise.all([disk.get('a'), disk.put('a', y)]);
      assert.ok([x, y].includes(read));
    },
  ],
  ...(['get', 'bytes', 'json', 'stream', 'open', 'size', 'lastModified'] as const).map(
    (method): Check => [
      `${method}() of a missing file is E_STORAGE_NOT_FOUND`,
      (disk) => assert.rejects(disk[method]('none/file'), code('E_STORAGE_NOT_FOUND')),
    ],
  ),
  ...(['copy', 'move'] as const).flatMap((method): Check[] => [
    [
      `${method}() of a missing file is E_STORAGE_NOT_FOUND`,
      async (disk) => {
        await assert.rejects(disk[method]('none', 'b'), code('E_STORAGE_NOT_FOUND'));
        assert.deepEqual(await listed(disk.allFiles()), []);
      },
    ],
    [
      `${method}() replaces a file`,
      async (disk) => {
        await disk.put('a', '1');
        await disk.put('d/b', '2');
        await disk[method]('a', 'd/b');
        assert.equal(await disk.get('d/b'), '1');
        assert.equal(await disk.exists('a'), method === 'copy');
      },
    ],
    [
      `${method}() onto itself changes nothing`,
      async (disk) => {
        await disk.put('a', '1');
        await disk[method]('a', 'a');
        assert.equal(await disk.get('a'), '1');
      },
    ],
  ]),
  [
    'takes a directory for no file',
    async (disk) => {
      await disk.put('d/a', '1');
      assert.equal(await disk.exists('d'), false);
      await assert.rejects(disk.get('d'), code('E_STORAGE_NOT_FOUND'));
      await disk.delete('d');
      assert.equal(await disk.get('d/a'), '1');
    },
  ],
  ['deletes a file that is not there', (disk) => disk.delete('none', 'd/none')],
  [
    'deletes several files',
    async (disk) => {
      for (const path of ['a', 'b', 'c']) await disk.put(path, path);
      await disk.delete('a', 'c');
      assert.deepEqual(await listed(disk.files()), ['b']);
    },
  ],
  [
    'deletes a directory',
    async (disk) => {
      for (const path of ['d/a', 'd/e/b', 'da']) await disk.put(path, path);
      await disk.deleteDirectory('d');
      assert.deepEqual(await listed(disk.allFiles()), ['da']);
      assert.deepEqual(await listed(disk.directories()), []);
    },
  ],
  [
    'lists files and directories of one level, and all files',
    async (disk) => {
      for (const path of ['a', 'd/a', 'd/e/b', 'da/x']) await disk.put(path, path);
      assert.deepEqual(await listed(disk.files()), ['a']);
      assert.deepEqual(await listed(disk.directories()), ['d', 'da']);
      assert.deepEqual(await listed(disk.files('d')), ['d/a']);
      assert.deepEqual(await listed(disk.directories('d/')), ['d/e']);
      assert.deepEqual(await listed(disk.allFiles('d')), ['d/a', 'd/e/b']);
    },
  ],
  [
    'lists nothing in a directory that is not there',
    async (disk) => assert.deepEqual(await listed(disk.allFiles('no')), []),
  ],
  [
    'drops directories without files',
    async (disk) => {
      await disk.put('d/e/a', '1');
      await disk.move('d/e/a', 'b');
      assert.deepEqual(await listed(disk.directories()), []);
    },
  ],
  [
    'reads a range',
    async (disk) => {
      await disk.put('a', '0123456789');
      assert.equal(await text(await disk.stream('a', { start: 2, end: 4 })), '234');
      assert.equal(await text(await disk.stream('a', { start: 9, end: 9 })), '9');
    },
  ],
  [
    'opens a file with facts and ranges',
    async (disk) => {
      await disk.put('d/a.png', '0123456789');
      const file = await disk.open('d/a.png');
      assert.equal(file.size, 10);
      assert.equal(file.type, 'image/png');
      assert.match(file.etag, /^"[^"]+"$/);
      assert.equal(await text(file.open()), '0123456789');
      assert.equal(await text(file.open({ start: 0, end: 1 })), '01');
    },
  ],
  [
    'says that an opened file was replaced',
    async (disk) => {
      await disk.put('a', 'one');
      const file = await disk.open('a');
      await disk.put('a', 'two, and longer');
      await assert.rejects(text(file.open()), code('E_STORAGE_CHANGED'));
    },
  ],
  [
    'changes the tag with the content',
    async (disk) => {
      await disk.put('a', 'one');
      const { etag } = await disk.open('a');
      await disk.put('a', 'two');
      assert.notEqual((await disk.open('a')).etag, etag);
    },
  ],
  [
    'knows when a file was written',
    async (disk) => {
      await disk.put('a', '1');
      assert.ok(Math.abs((await disk.lastModified('a')).getTime() - Date.now()) < 3_600_000);
    },
  ],
  [
    'reads JSON',
    async (disk) => {
      await disk.put('a.json', '{"a":[1]}');
      assert.deepEqual(await disk.json('a.json'), { a: [1] });
    },
  ],
  [
    'lists more files than one page of a bucket has',
    async (disk) => {
      const names = Array.from({ length: 1100 }, (_, at) => `many/${at}`);
      for (let at = 0; at < names.length; at += 50)
        await Promise.all(names.slice(at, at + 50).map((name) => disk.put(name, '')));
      assert.equal((await listed(disk.files('many'))).length, 1100);
    },
  ],
];

/**
 * The requirements of every disk, by name, for any test runner. `open` returns an empty disk.
 * @example for (const { name, run } of storageConformance(() => app.facades.Storage().disk('own'))) test(name, run)
 */
export const storageConformance = (open: () => Disk | Promise<Disk>): StorageCase[] =>
  checks.map(([name, check]) => ({ name, run: async () => check(await open()) }));
