import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ShapeSchemas } from '../../plugins/openapi/src/document/shape-schemas.ts';
import { openReader } from '../../plugins/openapi/src/open-reader.ts';
import type { Gap } from '../../plugins/openapi/src/reader/type-reader.ts';
import { TypeScriptReader } from '../../plugins/openapi/src/reader/typescript-reader.ts';
import { loadTypeScript6 } from '../../plugins/openapi/src/typescript-6/load.ts';
import { describeFilesByBoth } from './compilers.ts';
import { sample } from './fixture/routes/sample.ts';

const withVersion = async (version: string | null, work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-typescript-'));
  try {
    await writeFile(join(folder, 'package.json'), '{}');
    if (version !== null) {
      await mkdir(join(folder, 'node_modules', 'typescript'), { recursive: true });
      const manifest = JSON.stringify({ name: 'typescript', version });
      await writeFile(join(folder, 'node_modules/typescript/package.json'), manifest);
    }
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const open = (folder: string) => openReader({ folder, config: join(folder, 'tsconfig.json') }, new Map());

test('an application without TypeScript is E_OPENAPI_COMPILER, with the command that installs it', async () => {
  await withVersion(null, async (folder) => {
    await expect(open(folder)).rejects.toMatchObject({
      code: 'E_OPENAPI_COMPILER',
      message: expect.stringContaining('TypeScript is not installed'),
      fix: expect.stringContaining('npm install --save-dev typescript'),
    });
  });
});

test.each(['5.9.3', '7.1.0', '8.0.0'])(
  'TypeScript %s, which has no adapter, is E_OPENAPI_COMPILER',
  async (version) => {
    await withVersion(version, async (folder) => {
      await expect(open(folder)).rejects.toMatchObject({
        code: 'E_OPENAPI_COMPILER',
        message: expect.stringContaining(`no adapter for TypeScript ${version}`),
        fix: expect.stringMatching(/7\.0 or 6|6 or 7\.0/),
      });
    });
  },
);

const modules = join(import.meta.dirname, '..', '..', 'node_modules');

describe('TypeScript 6', () => {
  const withSix = async (
    version: string | null,
    files: Readonly<Record<string, string>>,
    work: (folder: string) => Promise<void>,
  ) =>
    withVersion(version, async (folder) => {
      await mkdir(join(folder, 'node_modules'), { recursive: true });
      await symlink(join(modules, '@typescript'), join(folder, 'node_modules', '@typescript'));
      for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
      await work(folder);
    });
  const config = JSON.stringify({ compilerOptions: { types: [], noLib: true }, files: ['a.ts'] });

  test.each([null, '7.1.0'])(
    'beside %s is the compiler',
    async (version) => {
      await withSix(version, { 'tsconfig.json': config, 'a.ts': 'export const a = 1;\n' }, async (folder) => {
        const reader = await open(folder);
        expect(reader.compiler).toBe('TypeScript 6.0.2');
        reader.close();
      });
    },
    60_000,
  );

  test.each([
    ['no tsconfig.json', {}, 'E_OPENAPI_COMPILER', /there is no .*tsconfig\.json/],
    ['no JSON', { 'tsconfig.json': '{' }, 'E_OPENAPI_COMPILER', /tsconfig\.json is not right/],
    ['a wrong option', { 'tsconfig.json': '{ "compilerOptions": { "strict": 7 } }' }, 'E_OPENAPI_COMPILER', /strict/],
    ['no files', { 'tsconfig.json': '{ "files": [] }' }, 'E_OPENAPI_COMPILER', /tsconfig\.json is not right/],
    ['a syntax error', { 'tsconfig.json': config, 'a.ts': '\nexport const a = (;\n' }, 'E_OPENAPI_CODE', /a\.ts:2/],
  ] as [string, Record<string, string>, string, RegExp][])(
    '%s is an error',
    async (_what, files, code, message) => {
      await withSix(null, files, async (folder) => {
        await expect(open(folder)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
      });
    },
    60_000,
  );

  test.each([
    ['getReturnTypeOfSignature', 'E_OPENAPI_HANDLER', 'The handler of GET /a cannot be read: broken'],
    ['getIndexInfosOfType', 'E_OPENAPI_SHAPE', 'cannot be read: broken'],
  ])('a failure inside of it, at %s, is a gap with its place', async (call, code, message) => {
    const text =
      "declare const route: { get(path: string, handler: () => object): void };\nroute.get('/a', () => ({ id: 1 }));\n";
    await withSix(null, { 'tsconfig.json': config, 'a.ts': text }, async (folder) => {
      const six = await loadTypeScript6(folder, '@typescript/typescript6');
      const open = (file: string) => {
        const project = six.open(file);
        if (project === null) throw new Error('There is no project.');
        const checker = new Proxy(project.checker, {
          get: (target, name) => {
            if (name === call)
              return () => {
                throw new Error('broken');
              };
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
        return { program: project.program, checker, close: () => project.close() };
      };
      const reader = new TypeScriptReader({ ...six, open }, '6', join(folder, 'tsconfig.json'), new Map());
      const file = join(folder, 'a.ts');
      const source = { file, line: 2, column: 7 };
      const query = {
        route: 'GET /a',
        source,
        controller: null,
        handler: '',
        path: '/a',
        middleware: [],
        redirect: null,
        socket: null,
        bindings: [],
        bodies: [],
      };
      reader.prepare([{ ...query, replies: [] }]);
      const { replies, gaps } = reader.handler({ ...query, replies: [] });
      const shapeGaps: Gap[] = [];
      const shapes = new ShapeSchemas(reader, (gap) => void shapeGaps.push(gap));
      for (const { body, place } of replies) if (body !== null) shapes.of(body, place);
      const all = [...gaps, ...shapeGaps];
      expect(all).toMatchObject([{ code, message: expect.stringContaining(message), place: { file, line: 2 } }]);
      reader.close();
    });
  });

  // `test:long -- api-compilers` reads all of the fixture, and two applications.
  test('reads what TypeScript 7 reads of a few routes: the document and its gaps', async () => {
    const { six, seven } = await describeFilesByBoth(sample, ['routes/sample.ts', 'app/rules.ts']);
    expect(seven.gaps.map(({ code }) => code)).toContain('E_OPENAPI_SHAPE');
    expect(JSON.stringify(six.document)).toBe(JSON.stringify(seven.document));
    expect(six.gaps).toEqual(seven.gaps);
  }, 60_000);
});
