import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { program } from '../../support/program.ts';

const fixture = program(join(import.meta.dirname, 'fixtures', 'place-file.ts'));
const folders: string[] = [];

const folder = (files: Readonly<Record<string, string>> = {}): string => {
  const made = mkdtempSync(join(tmpdir(), 'taproot-disk-'));
  folders.push(made);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(made, file)), { recursive: true });
    writeFileSync(join(made, file), content);
  }
  // Whoever the child runs as may look, and write where nothing else is said.
  chmodSync(made, 0o777);
  return made;
};

afterEach(() => {
  for (const made of folders.splice(0)) {
    execFileSync('chmod', ['-R', 'u+w', made]);
    rmSync(made, { recursive: true });
  }
});

const ended = async (child: ChildProcess) => {
  if (child.stdout === null || child.stderr === null) throw new Error('The process has no output.');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code: code as number };
};

/** Places a file in a process of its own: `place(folder, file, 'nothing')`. */
const place = (shell: string, ...args: string[]) =>
  ended(
    spawn('bash', ['-c', `${shell} exec "$@"`, 'bash', process.execPath, fixture, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

const filesIn = (made: string): string[] => readdirSync(made, { recursive: true, encoding: 'utf8' }).toSorted();

describe('CN-07 a disk that refuses', () => {
  test('because it is full: there is no file, and no part of one', async () => {
    const made = folder({ 'app/kept.ts': 'kept\n' });
    // A limit of no bytes for each file makes every write fail, as a full disk does.
    const { stdout, stderr } = await place("trap '' XFSZ; ulimit -f 0;", made, 'app/new.ts', 'nothing');
    expect({ stdout, stderr }).toEqual({
      stdout: 'E_GENERATE_WRITE: app/new.ts was not written: EFBIG: file too large, write.\n',
      stderr: '',
    });
    expect(filesIn(made)).toEqual(['app', 'app/kept.ts']);
  });

  test('because it is full: a file to be replaced stays as it was', async () => {
    const made = folder({ 'app/kept.ts': 'kept\n' });
    const { stdout } = await place("trap '' XFSZ; ulimit -f 0;", made, 'app/kept.ts', 'anything');
    expect(stdout).toContain('E_GENERATE_WRITE');
    expect(filesIn(made)).toEqual(['app', 'app/kept.ts']);
    expect(readFileSync(join(made, 'app/kept.ts'), 'utf8')).toBe('kept\n');
  });

  test.each([
    ['app/new.ts', 'nothing'],
    ['app/deeper/new.ts', 'nothing'],
    ['app/kept.ts', 'anything'],
  ])('because %s may not be written: nothing has changed', async (file, replace) => {
    const made = folder({ 'app/kept.ts': 'kept\n' });
    chmodSync(join(made, 'app'), 0o555);
    const { stdout, stderr } = await place('', made, file, replace, 'nobody');
    expect({ stdout, stderr }).toMatchObject({
      stdout: expect.stringMatching(/^E_GENERATE_WRITE: .*EACCES/),
      stderr: '',
    });
    expect(filesIn(made)).toEqual(['app', 'app/kept.ts']);
    expect(readFileSync(join(made, 'app/kept.ts'), 'utf8')).toBe('kept\n');
  });
});

test('CN-02 of two processes that make one file, one wins', async () => {
  const made = folder();
  const results = await Promise.all(Array.from({ length: 2 }, () => place('', made, 'app/rules/phone.ts', 'nothing')));
  expect(results.map(({ stdout }) => stdout).toSorted()).toEqual(['false\n', 'true\n']);
  expect(filesIn(made)).toEqual(['app', 'app/rules', 'app/rules/phone.ts']);
});
