import { fileURLToPath } from 'node:url';
import { FrameworkError } from '@taproot/core';
import { framePlace, isAuthored } from '@taproot/core/internal';
import { isError } from '@taproot/core/plugin';
import { cutText, maskText } from '@taproot/masking';
import { errorView } from '../shared/error-view.ts';
import { type CodeFrame, codeFrame } from './code-frame.ts';
import { maskFields } from './mask.ts';
import { stackFrames } from './stack-frames.ts';

/** One line of a stack. */
export interface SeenFrame {
  /** As V8 writes it, without `at`. */
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** Whether it lies in the application, not in Node, a package or the framework. */
  readonly own: boolean;
}

/** A line of a source, with the lines around it. */
export interface SeenSource {
  readonly file: string;
  readonly line: number;
  /** A short description: the function. */
  readonly note: string;
  readonly code: CodeFrame;
}

/** An error as the debug page shows it. */
export interface SeenError {
  readonly name: string;
  readonly message: string;
  readonly code: string;
  readonly fix: string;
  /** The SQL that failed, without the values of its parameters. */
  readonly statement: string;
  readonly frames: readonly SeenFrame[];
  readonly sources: readonly SeenSource[];
  readonly members: readonly (readonly [name: string, value: unknown])[];
}

const longestMessage = 10_000;
const mostErrors = 8;
const mostSources = 4;
const shownElsewhere = new Set([
  'name',
  'message',
  'stack',
  'cause',
  'errors',
  'code',
  'fix',
  'status',
  'headers',
  'values',
  'locale',
  'expose',
]);

const fileOf = (location: string): string => {
  try {
    return location.startsWith('file:') ? fileURLToPath(location) : location;
  } catch {
    return '';
  }
};

const frameOf = (line: string): SeenFrame => {
  const text = line.trim().replace(/^at (?:async )?/, '');
  const place = text.includes('eval at ') ? null : framePlace(text);
  const file = fileOf(place?.location ?? '');
  return { text, file, line: place?.line ?? 0, own: file !== '' && isAuthored(file) };
};

const isPackage = (file: string): boolean => /[\\/]node_modules[\\/](?!@taproot[\\/])/.test(file);

/** The source of frames of the application, and of a package that threw. */
const withSources = async (frames: readonly SeenFrame[]): Promise<SeenSource[]> => {
  const own = frames.filter((frame) => frame.own).slice(0, mostSources);
  const thrower = frames.slice(0, 1).filter(({ file }) => isPackage(file));
  const sources = await Promise.all([...own, ...thrower].map(sourceOf));
  return sources.filter((source) => source !== null);
};

const sourceOf = async ({ text, file, line }: SeenFrame): Promise<SeenSource | null> => {
  const code = await codeFrame(file, line);
  const within = /^(.*) \(/.exec(text)?.[1] ?? '';
  return code === null ? null : { file, line, note: within === '<anonymous>' ? '' : within, code };
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Cuts the text first, because masking takes time. */
const shownText = (text: string): string => maskText(cutText(text, longestMessage));

/** A thrown value that is not an error has no stack, so its origin is unknown. */
const thrownValue = (thrown: unknown): SeenError => {
  const kind = thrown === null || thrown === undefined ? String(thrown) : `A ${typeof thrown}`;
  return {
    name: `${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)} was thrown`,
    message: shownText(errorView(thrown, true).message),
    code: '',
    fix: '',
    statement: '',
    frames: [],
    sources: [],
    members: [],
  };
};

const seen = async (error: unknown): Promise<SeenError> => {
  if (!isError(error)) return thrownValue(error);
  const { lines, genuine } = stackFrames(error);
  const frames = lines.map(frameOf);
  const members = Object.keys(error).filter((key) => !shownElsewhere.has(key));
  return {
    name: textOf(error.name) || 'Error',
    message: shownText(textOf(error.message)),
    code: 'code' in error ? textOf(error.code) : '',
    fix: error instanceof FrameworkError ? (error.fix ?? '') : '',
    statement: 'sql' in error ? shownText(textOf(error.sql)) : '',
    frames,
    // A message may look like a frame and name any file.
    sources: genuine ? await withSources(frames) : [],
    members: members
      .filter((key) => key !== 'sql')
      .map((key): [string, unknown] => [key, Reflect.get(Object(maskFields({ [key]: Reflect.get(error, key) })), key)])
      .filter(([, value]) => value !== undefined),
  };
};

/** The errors behind an error: its causes, and the members of an AggregateError. */
const behind = (error: unknown): unknown[] => {
  if (typeof error !== 'object' || error === null) return [];
  const cause = 'cause' in error && error.cause !== undefined ? [error.cause] : [];
  return 'errors' in error && Array.isArray(error.errors) ? [...cause, ...error.errors] : cause;
};

/** An error and the errors behind it: itself first, each only once. */
export const seenErrors = async (error: unknown): Promise<SeenError[]> => {
  const chain = [error];
  for (let i = 0; i < chain.length && chain.length < mostErrors; i++)
    for (const next of behind(chain[i])) if (!chain.includes(next) && chain.length < mostErrors) chain.push(next);
  const all = await Promise.all(chain.map(seen));
  const statements = all.map(({ statement }) => statement);
  // An error and its cause, the driver's error, have the same statement.
  return all.map((one, i) => (statements.indexOf(one.statement) < i ? { ...one, statement: '' } : one));
};
