import { answered, type Tool } from '../tool.ts';
import { argumentsOf, count, flag, reads } from './arguments.ts';
import { type CommandLine, faultOf, jsonOf } from './command-line.ts';

/** A request as `hooks:trace --last --json` prints it. */
export interface RecordedRequest {
  readonly id: number;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly why: string | null;
  readonly fix: string;
  readonly fault: {
    readonly code: string;
    readonly message: string;
    readonly fix: string;
    readonly place: string;
    readonly stack: readonly string[];
  } | null;
  readonly marks: readonly { readonly label: string; readonly sentence: string }[];
  readonly steps: readonly {
    readonly kind: string;
    readonly name: string;
    readonly start: number;
    readonly end: number | null;
    readonly depth: number;
    readonly error: string;
  }[];
}

/** The most requests that the server of development keeps. */
const mostRequests = 200;
const frames = 8;

/** The error of a request with its place and the first frames of its stack. */
export const faultLines = ({ fault }: RecordedRequest): string[] => {
  if (fault === null) return [];
  const { code, message, fix, place, stack } = fault;
  return [
    `  ${code}: ${message}`,
    ...(place === '' ? [] : [`  at ${place}`]),
    ...(fix === '' ? [] : [`  fix: ${fix}`]),
    ...stack.slice(0, frames).map((frame) => `    ${frame}`),
  ];
};

/** A request in a few lines: what was answered, why, and the fix. */
export const requestLines = ({
  id,
  method,
  target,
  status,
  milliseconds,
  why,
  fix,
  marks,
}: RecordedRequest): string[] => [
  `#${id} ${method} ${target} ${status === 0 ? 'the client left' : status} ${milliseconds.toFixed(1)} ms`,
  ...(why === null ? [] : [`  why: ${why}`]),
  ...(fix === '' ? [] : [`  fix: ${fix}`]),
  ...marks.map(({ label, sentence }) => `  ${label}: ${sentence}`),
];

const stepLines = ({ steps }: RecordedRequest): string[] =>
  steps.map(({ kind, name, start, end, depth, error }) => {
    const took = end === null ? 'unfinished' : `${(end - start).toFixed(2)} ms`;
    return `  ${'  '.repeat(depth)}${kind} ${name} ${took}${error === '' ? '' : ` ${error}`}`;
  });

/** Asks the server of development for its last requests. */
export const recordedRequests = (commands: CommandLine, failed: boolean, limit: number, signal: AbortSignal) =>
  // With a count of one, the command prints no list.
  commands.run(
    ['hooks:trace', failed ? '--failed' : '--last', '--count', String(Math.max(limit, 2)), '--json'],
    signal,
  );

/** `requests`: the last requests of the server of development. */
export const requestsTool = (commands: CommandLine): Tool => ({
  name: 'requests',
  description:
    'Shows the last requests to the running development server (`npm run dev`), the newest first, each with status, time, the reason of an error status and its fix, and findings such as N+1 queries. With `id`, shows every step of one request: middleware, queries, validation, hooks, with times. Needs the plugin devtools().',
  input: argumentsOf({
    failed: flag('Only requests that were answered with 400 or above.'),
    limit: count('At most so many; 10 when left out.', mostRequests),
    id: count('The number of one request, to see its steps.', Number.MAX_SAFE_INTEGER),
  }),
  hints: reads,
  async run({ failed, limit, id }, { signal }) {
    const wanted = typeof id === 'number' ? mostRequests : typeof limit === 'number' ? limit : 10;
    const outcome = await recordedRequests(commands, failed === true && id === undefined, wanted, signal);
    if (outcome.code !== 0) return faultOf(outcome);
    const found = jsonOf(outcome.stdout) as readonly RecordedRequest[];
    if (typeof id !== 'number') {
      const lines = found.slice(0, wanted).flatMap((one) => [...requestLines(one), ...faultLines(one)]);
      return answered(lines.length === 0 ? 'No request fits.' : lines.join('\n'));
    }
    const one = found.find((each) => each.id === id);
    if (one === undefined) return answered(`The server does not have the request #${id} any more.`);
    return answered([...requestLines(one), ...faultLines(one), ...stepLines(one)].join('\n'));
  },
});
