import type { Env } from '@taproot/core';
import picocolors from 'picocolors';
import type { Streams } from './streams.ts';

/** Colours by name: `style.green('done')`; plain text if the user does not want colours. */
export type Style = ReturnType<typeof picocolors.createColors>;

/** Where a command reads and writes, and what that terminal can show. */
export interface Terminal extends Required<Streams> {
  /**
   * Width in columns: `COLUMNS`, else unlimited when the output is not a terminal, because programs behind a pipe expect one row in one
   * line.
   */
  readonly columns: number;
  readonly style: Style;
  /** Whether a user can answer questions: input and output are a terminal, and `CI` is not set. */
  readonly interactive: boolean;
}

/** A stream that may be a terminal. */
export type MaybeTty = Required<Streams>['stdout'] & { readonly isTTY?: boolean; readonly columns?: number };
type MaybeKeyboard = Required<Streams>['stdin'] & { readonly isTTY?: boolean };

// NO_COLOR wins (no-color.org), then FORCE_COLOR; else only terminals that support colours get them.
const wantsColor = (stream: MaybeTty, env: Env): boolean => {
  if (env('NO_COLOR', '') !== '') return false;
  const forced = env('FORCE_COLOR', '');
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env('TERM', '') !== 'dumb';
};

// Every build service sets CI. People write `CI=false` to say that this is not a build service.
const inCi = (env: Env): boolean => !['', '0', 'false'].includes(env('CI', ''));

/** Colours, or plain text. */
export const createStyle = (colors: boolean): Style => picocolors.createColors(colors);

/** Colours for a stream: plain text when the stream is not a terminal, unless FORCE_COLOR is set. */
export const styleFor = (stream: MaybeTty, env: Env): Style => createStyle(wantsColor(stream, env));

export const openTerminal = (streams: Required<Streams>, env: Env): Terminal => {
  const stdout: MaybeTty = streams.stdout;
  const stdin: MaybeKeyboard = streams.stdin;
  const style = styleFor(stdout, env);
  const columns = stdout.columns || env('COLUMNS', Number.POSITIVE_INFINITY);
  const interactive = stdin.isTTY === true && stdout.isTTY === true && env('TERM', '') !== 'dumb' && !inCi(env);
  return { stdin, stdout, stderr: streams.stderr, columns, style, interactive };
};
