import { readFile, stat } from 'node:fs/promises';
import { Youch } from 'youch';
import { stackFrames } from './stack-frames.ts';

/** What the page says of the request that failed. */
export interface FailedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Frame {
  readonly fileName?: string;
  readonly fileType?: string;
  readonly type?: string;
}

const sourceFile = /\.[cm]?[jt]sx?$/;
// What is larger is a bundle, of which a few lines say nothing.
const longestSource = 1024 * 1024;

/** Frames lead to code alone: whatever may have got among them, no key, no password and no device is read. */
const readSource = async ({ fileName = '', fileType, type }: Frame): Promise<{ contents: string } | undefined> => {
  if (fileType !== 'fs' || type === 'native' || !sourceFile.test(fileName)) return undefined;
  const found = await stat(fileName).catch(() => null);
  if (found === null || !found.isFile() || found.size > longestSource) return undefined;
  return { contents: await readFile(fileName, 'utf8') };
};

/**
 * The error as Youch is to parse it. It takes for a frame whatever looks like one, in a message too, and reads the file: so
 * the stack it gets holds frames alone, and the kind is none that names a file in its first line.
 */
const parsable = (error: Error, lines: readonly string[]): Error => {
  const { name, message, cause } = error;
  const copy = new Error(message, cause === undefined ? undefined : { cause });
  const stack = lines.length === 0 ? '' : ['Error', ...lines].join('\n');
  return Object.assign(copy, { name, stack }, 'code' in error ? { code: error.code } : {});
};

/** An error as a page: name, message, cause, and its frames with their source. */
export const debugPage = (error: Error, title: string, request: FailedRequest): Promise<string> => {
  const { lines, genuine } = stackFrames(error);
  return new Youch()
    .defineSourceLoader(genuine ? readSource : () => undefined)
    .useTransformer((parsed) => void (parsed.raw = error))
    .toHTML(parsable(error, lines), { title, request });
};
