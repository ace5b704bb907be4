import { type CodeBlock, codeBlocks } from '../../docs/support/code-blocks.ts';
import { type Exchange, exchangesOf } from '../../docs/support/session.ts';

/** One step of a page: a command to run, a file to write, or requests to a running server. */
export type Step =
  | { readonly kind: 'command'; readonly line: number; readonly words: readonly string[] }
  | { readonly kind: 'file'; readonly line: number; readonly path: string; readonly code: string }
  | { readonly kind: 'session'; readonly line: number; readonly exchanges: readonly Exchange[] };

/** Lines that a reader types once, or that keep a terminal: the runner does them itself. */
const own = /^(?:npm create |cd |npm run dev$|npm start$)/;

const stepsOf = ({ language, marks, file, code, line }: CodeBlock): Step[] => {
  if (file !== null) return [{ kind: 'file', line, path: file, code }];
  if (language === 'console') return [{ kind: 'session', line, exchanges: exchangesOf(code) }];
  if (language !== 'sh' || marks.length > 0) return [];
  return code
    .split('\n')
    .filter((command) => command !== '' && !own.test(command))
    .map((command) => ({ kind: 'command', line, words: command.split(' ') }));
};

/** The steps of a tutorial, in order. A block of shell with a mark, such as `sh docker`, is only to be read. */
export const tutorialSteps = (markdown: string): Step[] => codeBlocks(markdown).flatMap(stepsOf);

/** The folder and the options of `npm create taproot@latest blog -- ...`. */
export const createOptions = (markdown: string): { readonly name: string; readonly options: readonly string[] } => {
  const [, name = '', options = ''] = /^npm create taproot@latest (\S+) -- (.+)$/m.exec(markdown) ?? [];
  return { name, options: options.split(' ') };
};
