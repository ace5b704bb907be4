import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isForPages, SourceTree } from '../../../plugins/dev/src/sources/source-tree.ts';

let root: string;
let tree: SourceTree;
/** Resolves at the next event, counted from the last call. */
let event: () => Promise<void>;
/** Forgets the events until now. */
let forget: () => void;

const path = (file: string): string => join(root, file);

const write = (file: string, text: string): void => {
  mkdirSync(dirname(path(file)), { recursive: true });
  writeFileSync(path(file), text);
};

/** As `sed -i`, git and Taproot's generators save: a draft takes the file's place. */
const writeByRename = (file: string, text: string): void => {
  write(`${file}.draft`, text);
  renameSync(path(`${file}.draft`), path(file));
};

const watch = (...without: string[]): void => {
  let tell = (): void => undefined;
  let told: Promise<void>;
  const arm = (): void => {
    told = new Promise((resolve) => (tell = resolve));
  };
  arm();
  tree = new SourceTree(root, without, () => tell());
  forget = arm;
  event = async () => {
    await told;
    arm();
  };
};

const changes = (): string[] => tree.changes().map((file) => file.slice(root.length + 1));

/** Waits for events until the tree differs. Without an event it waits for ever: the test then fails by its timeout. */
const seen = async (): Promise<string[]> => {
  for (;;) {
    await event();
    const files = changes();
    if (files.length === 0) continue;
    // Later events of this change are delivered now, or they would stand in for those of the next one.
    await setImmediate();
    await setImmediate();
    forget();
    return [...files, ...changes()];
  }
};

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'watch-')));
  write('app/a.ts', 'one');
  write('.env', 'A=1');
});

afterEach(() => {
  tree.close();
  rmSync(root, { recursive: true });
});

describe('F-1, E-12 the sources of an application', () => {
  const saves = { 'in place': write, 'by rename': writeByRename };

  test.each(Object.entries(saves))('are seen again and again when they are saved %s', async (_how, save) => {
    watch();
    for (const text of ['two', 'three', 'four']) {
      save('app/a.ts', text);
      expect(await seen()).toEqual(['app/a.ts']);
    }
  });

  test('are seen in place after a save by rename, and the other way round', async () => {
    watch();
    for (const save of [writeByRename, write, writeByRename, write]) {
      save('app/a.ts', save.name);
      expect(await seen()).toEqual(['app/a.ts']);
    }
  });

  test('are seen after their folder was replaced', async () => {
    watch();
    cpSync(path('app'), path('draft'), { recursive: true });
    rmSync(path('app'), { recursive: true });
    renameSync(path('draft'), path('app'));
    expect(await seen()).toContain('app/a.ts');
    write('app/a.ts', 'two');
    expect(await seen()).toEqual(['app/a.ts']);
  });

  test('are seen after their folder was removed and made again, which may give it the same inode', async () => {
    watch();
    for (const text of ['two', 'three', 'four']) {
      rmSync(path('app'), { recursive: true });
      write('app/a.ts', text);
      expect(await seen()).toContain('app/a.ts');
      writeByRename('app/a.ts', `${text}, saved`);
      expect(await seen()).toEqual(['app/a.ts']);
    }
  });

  test('are seen in folders that were made later, at any depth', async () => {
    watch();
    write('app/deep/er/b.ts', 'one');
    expect(await seen()).toEqual(['app/deep/er/b.ts']);
    write('app/deep/er/b.ts', 'two');
    expect(await seen()).toEqual(['app/deep/er/b.ts']);
    rmSync(path('app/deep'), { recursive: true });
    expect(await seen()).toEqual(['app/deep/er/b.ts']);
  });

  test('include .env, however it is saved', async () => {
    watch();
    writeByRename('.env', 'A=2');
    expect(await seen()).toEqual(['.env']);
    write('.env', 'A=3');
    expect(await seen()).toEqual(['.env']);
    rmSync(path('.env'));
    expect(await seen()).toEqual(['.env']);
  });

  test('include packages that are linked into a workspace', async () => {
    write('package.json', '{ "dependencies": { "shared": "1.0.0" } }');
    write('app/shared/package.json', '{}');
    const shared = realpathSync(mkdtempSync(join(tmpdir(), 'shared-')));
    mkdirSync(path('node_modules'));
    symlinkSync(shared, path('node_modules/shared'));
    watch();
    writeFileSync(join(shared, 'index.ts'), 'one');
    await event();
    expect(tree.changes()).toEqual([join(shared, 'index.ts')]);
    rmSync(shared, { recursive: true });
  });

  test('include views and what is served, but nothing that a link there leads to', async () => {
    mkdirSync(path('storage'));
    mkdirSync(path('public'));
    symlinkSync(path('storage'), path('public/storage'));
    watch();
    for (const file of ['public/js/site.js', 'public/photo.avif', 'public/plain', 'app/views/home.html']) {
      write(file, 'one');
      expect(await seen()).toEqual([file]);
    }
    for (const file of ['public/.plain.swp', 'public/plain~', 'public/site.css.draft', 'storage/upload.css'])
      write(file, 'one');
    expect(changes()).toEqual([]);
    const forPages = ['public/js/site.js', 'public/data.json', 'app/views/home.html', 'app/a.ts', 'config/public/a.ts'];
    expect(forPages.filter((file) => isForPages(path(file), root))).toEqual(forPages.slice(0, 3));
  });

  test('do not include what the application writes, tests and was compiled to', () => {
    watch('dist');
    for (const folder of ['storage', 'tests', 'coverage', 'dist', '.git', 'node_modules/koa'])
      write(`${folder}/a.ts`, 'one');
    write('app/notes.md', 'one');
    write('app/types.d.ts', 'one');
    write('app/storage/a.ts', 'one');
    expect(changes()).toEqual(['app/storage/a.ts']);
  });

  test('are walked through once where a link leads upwards', () => {
    symlinkSync(root, path('app/up'));
    watch();
    write('app/a.ts', 'two');
    expect(changes()).toEqual(['app/a.ts']);
  });
});
