/** The frames of an error, one line each as V8 writes them. */
export interface StackFrames {
  readonly lines: readonly string[];
  /** Whether V8 made all frames. Text of a message may look like a frame, and name any file. */
  readonly genuine: boolean;
}

// V8 records ten frames by default, but a message may contain lines that look like frames.
const mostFrames = 100;
const beginning = '\n    at ';
// A frame with a place in a file, and without quotes that would end an attribute in the page.
const frame = /^ {4}at [^"]*:\d+:\d+\)?$/;
// `TypeError: `, `Error [ERR_X]: `.
const namePart = /^[^\n:]{0,100}: /;
// The lines that require() adds above the stack of an invalid JavaScript module: place, line and a mark.
const arrow = /^((?:\/|[A-Za-z]:\\)[^\n"]*):(\d+)\n[^\n]*\n *\^+\n\n(?=SyntaxError: )/;

const framesFrom = (stack: string, start: number): string[] => {
  if (start === -1) return [];
  const lines = stack.slice(start + 1).split('\n');
  // After the frames, libraries append other text, such as the message of a cause.
  const end = lines.findIndex((line) => !line.startsWith('    at '));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .filter((line) => frame.test(line))
    .slice(0, mostFrames);
};

/** The index of the first frame after a message that the stack contains completely; -1 when it does not. */
const behind = (stack: string, message: string): number => {
  if (message === '') return /^[^\n:]{0,100}(?=\n {4}at )/.exec(stack)?.[0].length ?? -1;
  const name = namePart.exec(stack)?.[0] ?? '';
  const start = [name.length, 0].find((at) => stack.startsWith(message, at));
  const end = (start ?? 0) + message.length;
  return start !== undefined && stack.startsWith(beginning, end) ? end : -1;
};

/** Whether the current message ends with the message in the stack. Database drivers add text in front of a message. */
const isEndOf = (message: string, stack: string, first: number): boolean => {
  const told = stack.slice(namePart.exec(stack)?.[0].length ?? 0, Math.max(0, first));
  return told !== '' && !message.includes(beginning) && message.endsWith(told);
};

/** Separates the frames of an error from its message, which may contain input of a client. */
export const stackFrames = ({ stack, message }: Error): StackFrames => {
  if (typeof stack !== 'string' || typeof message !== 'string') return { lines: [], genuine: false };
  const place = arrow.exec(stack);
  const rest = stack.slice(place?.[0].length ?? 0);
  const first = rest.indexOf(beginning);
  const start = behind(rest, message);
  const genuine = start !== -1 || isEndOf(message, rest, first);
  const lines = framesFrom(rest, start === -1 ? first : start);
  return { lines: place === null ? lines : [`    at ${place[1]}:${place[2]}:1`, ...lines], genuine };
};
