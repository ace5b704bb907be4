import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A line in the source code of the application. */
export interface AuthorFrame {
  /** Absolute path. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
}

/** A place as V8 writes it: the location may be a file URL. */
interface FramePlace {
  readonly location: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The place in a frame without `at`: `run (/app/routes/api.ts:12:5)`, `file:///app/main.ts:3:1`, `async /app/x.js:1:2`. A path may contain
 * spaces. Null for anything else. Reads from the end, because a message may repeat the beginning of a frame many times.
 */
export const framePlace = (frame: string): FramePlace | null => {
  const end = /:(\d{1,9}):(\d{1,9})\)?$/.exec(frame);
  if (end === null) return null;
  const start = frame.slice(0, end.index).replace(/^async /, '');
  const open = start.search(/ \((?=file:\/\/|\/|[A-Za-z]:[\\/])/);
  const location = open < 0 ? start : start.slice(open + 2);
  if (!/^(?:file:\/\/|\/|[A-Za-z]:[\\/])/.test(location)) return null;
  return { location, line: Number(end[1]), column: Number(end[2]) };
};

const folderOf = (path: string): string => path.replaceAll('\\', '/');

// Matches if the framework runs from its own checkout. An installed framework is in node_modules; inside a bundle, its lines look like
// those of the application.
const checkout = /^(.*\/)core\/(?:src\/errors|dist\/errors|dist)\/[\w-]+\.[jt]s$/.exec(
  folderOf(fileURLToPath(import.meta.url)),
)?.[1];

/** Matches the folders of the framework in its checkout; matches nothing when the framework is installed. */
const frameworkFolders =
  checkout === undefined
    ? '(?!)'
    : `${checkout.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:core|plugins/[^/]+|create-taproot)/(?:src|dist|bin)/`;

const inPackage = new RegExp(`^${frameworkFolders}`);

/** Whether a file belongs to the application: outside of node_modules and of the packages of the framework. */
export const isAuthored = (file: string): boolean => {
  const path = folderOf(file);
  return !path.includes('/node_modules/') && !inPackage.test(path);
};

// Skips the message: a client may have sent a part of it that looks like a frame.
const framesOf = ({ stack, message }: { readonly stack?: unknown; readonly message?: unknown }): string[] => {
  if (typeof stack !== 'string') return [];
  const start = typeof message === 'string' && message !== '' ? stack.indexOf(message) : -1;
  return (start === -1 ? stack : stack.slice(start + String(message).length)).split('\n');
};

const parse = (line: string): AuthorFrame | null => {
  const place = line.startsWith('    at ') && !line.includes('eval at ') ? framePlace(line.slice(7)) : null;
  if (place === null) return null;
  const { location, column } = place;
  const file = location.startsWith('file:') ? fileURLToPath(location) : location;
  return isAuthored(file) ? { file, line: place.line, column } : null;
};

/**
 * The first line of the application in the stack of an error: the first frame outside of Node, of node_modules and of the packages of the
 * framework. Null when there is no such frame, or when the thrown value is not an error. Never throws.
 */
export const authorFrame = (error: unknown): AuthorFrame | null => {
  try {
    for (const line of framesOf(Object(error) as object)) {
      const found = parse(line);
      if (found !== null) return found;
    }
  } catch {
    // A getter of the object may throw, and the URL in a frame may name no file.
  }
  return null;
};

/** A frame as messages show it: `routes/api.ts:12`. The path is relative to the working directory if the file lies in there. */
export const showFrame = ({ file, line }: AuthorFrame): string => {
  const path = relative(process.cwd(), file);
  return `${path.startsWith('..') || isAbsolute(path) ? file : path}:${line}`;
};

/** Where in the application an error was made: `routes/api.ts:12`; empty when unknown. */
export const placeOf = (error: unknown): string => {
  const found = authorFrame(error);
  return found === null ? '' : showFrame(found);
};

/** The line of the application that called the framework; `callPlace()` makes one. */
export interface Place {
  /** Absolute path, line and column of the call; null when unknown. */
  readonly frame: AuthorFrame | null;
  /** `routes/api.ts:12`, relative to the working directory; empty when unknown. */
  toString(): string;
}

class CallPlace implements Place {
  #trace: { stack?: string } | null;
  #frame: AuthorFrame | null = null;

  constructor(trace: { stack?: string }) {
    this.#trace = trace;
  }

  get frame(): AuthorFrame | null {
    if (this.#trace !== null) {
      const found = authorFrame(this.#trace);
      this.#frame = found === null ? null : Object.freeze(found);
      this.#trace = null;
    }
    return this.#frame;
  }

  toString(): string {
    return this.frame === null ? '' : showFrame(this.frame);
  }
}

/**
 * The line of the application that called the framework: ask where something is registered, show it when that turns out wrong.
 * The stack is read only when somebody asks for it, because that costs more than registering a route.
 */
export const callPlace = (): Place => {
  const trace = {};
  Error.captureStackTrace(trace, callPlace);
  return new CallPlace(trace);
};

// A stack line that is not in the application: in Node, in the framework, in a database driver, or without a file (`at
// Array.map (<anonymous>)`).
const internal = new RegExp(
  `(?:^|\\n) +at .*(?:\\bnode:|\\(<anonymous>\\)|[\\\\/]node_modules[\\\\/](?:@taproot|@libsql|kysely|libsql|tapable)[\\\\/]|${frameworkFolders}).*`,
  'g',
);

// Node writes ` {` behind the last frame of an error with members.
const keepBrace = (line: string): string => (line.endsWith(' {') ? ' {' : '');

/** A text with stacks, without the frames of Node, of the framework and of database drivers. */
export const withoutInternalFrames = (text: string): string => text.replaceAll(internal, keepBrace).trimEnd();
