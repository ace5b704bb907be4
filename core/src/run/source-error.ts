import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errors } from '../errors/errors.ts';
import { showFrame } from '../errors/frames.ts';
import type { FrameworkError } from '../errors/framework-error.ts';
import { hasCode } from '../errors/thrown.ts';
import { didYouMean } from '../names/nearest.ts';

/** A line of a file, with the line before it and a mark below the column, as compilers show it. Lines count from 1. */
const codeFrame = (source: string, line: number, column: number): string => {
  const lines = source.split('\n');
  const width = String(line).length;
  const show = (number: number, mark: string): string[] => {
    const text = lines[number - 1]?.trimEnd();
    return text === undefined ? [] : [`  ${mark} ${String(number).padStart(width)} | ${text}`.trimEnd()];
  };
  const pointer = `    ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`;
  return [...show(line - 1, ' '), ...show(line, '>'), pointer].join('\n');
};

/** The place of a source file that cannot be loaded, the reason, and the fix. */
export interface SourceFault {
  /** Absolute path. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
  /** A sentence. */
  readonly reason: string;
  /** The action that the reader should take, without a full stop. */
  readonly fix: string;
}

const pathOf = (location: string): string => (location.startsWith('file:') ? fileURLToPath(location) : location);

// The file may not exist or may not be readable; the error is then reported without its source.
const tried = <Value>(read: () => Value, otherwise: Value): Value => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

const textOf = (file: string): string => tried(() => readFileSync(file, 'utf8'), '');

const quoted = /(['"])[^'"\n]+\1/g;

/** Line and column of the first quoted text that `found` accepts; line 1 and column 1 when there is none. */
const locate = (source: string, found: (text: string) => boolean) => {
  for (const { index, 0: whole } of source.matchAll(quoted)) {
    if (!found(whole.slice(1, -1))) continue;
    const before = source.slice(0, index);
    return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
  }
  return { line: 1, column: 1 };
};

/** For a module that Node did not find: a file, or a package. */
const missingModule = (message: string): SourceFault | null => {
  const [, kind, wanted = '', importer] =
    /^Cannot find (module|package) '(.+?)' imported from (.+)$/m.exec(message) ?? [];
  if (importer === undefined) return null;
  const file = pathOf(importer);
  const source = textOf(file);
  if (kind === 'package') {
    const place = locate(source, (text) => text === wanted || text.startsWith(`${wanted}/`));
    const fix = `Install it, \`npm install ${wanted}\`, or correct its name`;
    return { file, ...place, reason: `The package "${wanted}" is not installed.`, fix };
  }
  const missing = pathOf(wanted);
  const place = locate(source, (text) => resolve(dirname(file), text) === missing);
  const hint = didYouMean(
    basename(missing),
    tried(() => readdirSync(dirname(missing)), []),
  );
  return {
    file,
    ...place,
    reason: `There is no file ${missing}.${hint}`,
    fix: 'Correct the path of the import; it needs the extension of the file',
  };
};

const declared = /(?<=^export (?:async )?(?:const|let|var|class|function\*?) )[\w$]+/gm;
const listed = /(?<=^export \{)[^{}]*(?=\})/gm;

const exportsOf = (source: string): string[] => [
  ...[...source.matchAll(declared)].map(([name]) => name),
  ...[...source.matchAll(listed)].flatMap(([names]) =>
    names.split(',').map((name) => name.replace(/^[^]*\sas\s/, '').trim()),
  ),
];

/** For an import of a name that the module does not export. Node puts the place of the import above the stack. */
const missingExport = ({ message, stack = '' }: Error): SourceFault | null => {
  const [, module, name = ''] =
    /^The requested module '(.+?)' does not provide an export named '(.+?)'/.exec(message) ?? [];
  const [, location, line] = /^(.+):(\d+)\n/.exec(stack) ?? [];
  if (module === undefined || location === undefined) return null;
  const file = pathOf(location);
  const text = textOf(file).split('\n')[Number(line) - 1] ?? '';
  const hint = didYouMean(name, exportsOf(textOf(resolve(dirname(file), module))));
  return {
    file,
    line: Number(line),
    column: Math.max(0, text.indexOf(name)) + 1,
    reason: `"${module}" does not export "${name}".${hint}`,
    fix: 'Correct the name in the import, or export it there',
  };
};

/** For a file that a TypeScript loader (esbuild) could not parse. */
const unparsable = (message: string): SourceFault | null => {
  const [, file, line, column, reason] = /^(.+?):(\d+):(\d+): ERROR: (.+)$/m.exec(message) ?? [];
  if (file === undefined) return null;
  // esbuild counts columns from 0.
  return { file, line: Number(line), column: Number(column) + 1, reason: `${reason}.`, fix: 'Correct this line' };
};

const faultOf = (error: Error): SourceFault | null => {
  if (hasCode(error, 'ERR_MODULE_NOT_FOUND')) return missingModule(error.message);
  if (error.name === 'TransformError') return unparsable(error.message);
  return error.name === 'SyntaxError' ? missingExport(error) : null;
};

/** The error `E_SOURCE` for a file, with the lines around the place. `cause` is the thrown value. */
export const describeSource = (fault: SourceFault, cause: unknown): FrameworkError => {
  const { file, line, column, reason, fix } = fault;
  const source = textOf(file);
  const frame = source === '' ? '' : `\n\n${codeFrame(source, line, column)}\n`;
  return errors.E_SOURCE(
    { place: `${showFrame({ file, line, column })}:${column}`, reason: reason + frame, advice: fix },
    { cause },
  );
};

/**
 * The error for a source file of the application that cannot be imported: `E_SOURCE` with the place, the lines around it
 * and the nearest file or name. Null for any other error.
 */
export const sourceError = (error: unknown): FrameworkError | null => {
  if (!(error instanceof Error)) return null;
  const fault = faultOf(error);
  if (fault === null || /[\\/]node_modules[\\/]/.test(fault.file)) return null;
  return describeSource(fault, error);
};

/** Whether this is a syntax error without its place: Node shows the place only for errors that no code catches. */
export const isHiddenSyntaxError = (error: unknown): boolean =>
  error instanceof SyntaxError &&
  sourceError(error) === null &&
  /\n {4}at compileSourceTextModule /.test(error.stack ?? '');
