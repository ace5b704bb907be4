// The messages between a process that serves and the one that started it: its primary. Both `run()` with workers and `serve --watch` use
// them. An application and its plugins may send their own messages on the same channel. So each of these messages is an object with the key
// `taproot`, and all other messages are ignored.
import type { Worker } from 'node:cluster';

/** The signals that make a process finish its requests and end. */
export const endSignals = ['SIGINT', 'SIGTERM'] as const;

/** Ends a process that serves. */
export type EndSignal = (typeof endSignals)[number];

/** Why an application does not boot, for the terminal and for the browser. */
export interface BootFault {
  /** The error, the source around its place, and the fix. */
  readonly text: string;
  /** The line of the application, for a link into the editor; null when it is not known. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
}

/** Files of packages that an application has loaded. The next process may load them in advance. */
export interface LoadedFiles {
  /** Files loaded by `require`. */
  readonly required: readonly string[];
  /** Modules of packages of the framework. */
  readonly modules: readonly string[];
}

/** A request that a worker has not answered yet. */
export interface OpenRequest {
  readonly method: string;
  readonly path: string;
  /** For how many seconds it has been open, at least. */
  readonly seconds: number;
}

/** A message of a worker. */
export type WorkerMessage =
  /** The worker has loaded everything but the application, and listens to `go` and `standIn`. */
  | { readonly taproot: 'waits' }
  /** How many seconds the worker may need to drain. Sent before it serves. */
  | { readonly taproot: 'drains'; readonly seconds: number }
  /** The worker writes its log as JSON, so the primary should, too. */
  | { readonly taproot: 'json' }
  /** The application has booted, and will listen at this configured address. */
  | { readonly taproot: 'booted'; readonly host: string; readonly port: number; readonly secure: boolean }
  /** The application did not boot. */
  | { readonly taproot: 'failed'; readonly fault: BootFault }
  /** The worker serves. From now on it listens to `end`. */
  | { readonly taproot: 'ready' }
  /** The files that the worker has loaded. Sent some time after the boot. */
  | { readonly taproot: 'loaded'; readonly files: LoadedFiles }
  /** Others take care of these files and folders while the worker serves: commands that write them, or a bundler that watches them. So a change of them alone needs no restart. Absolute paths without links. */
  | { readonly taproot: 'keeps'; readonly files: readonly string[] }
  /** The answer to `ask`. `debugged` says that a debugger may stop the worker at any time. */
  | { readonly taproot: 'answer'; readonly requests: readonly OpenRequest[]; readonly debugged: boolean }
  /** The worker has drained, and waits for `left`. */
  | { readonly taproot: 'leaving' }
  /** The last message. The process ends when it is sent, so that all messages before it have been sent, too. */
  | { readonly taproot: 'gone' };

/** A message of the primary. */
export type PrimaryMessage =
  /** Load the application and serve. */
  | { readonly taproot: 'go' }
  /** Load these files in advance. */
  | { readonly taproot: 'warm'; readonly files: LoadedFiles }
  /** Answer every request with this fault, because no application starts. */
  | { readonly taproot: 'standIn'; readonly fault: BootFault }
  /** Show pages why the last change does not start; null when it starts. */
  | { readonly taproot: 'show'; readonly fault: BootFault | null }
  /** Make pages load again, or only their style sheets. */
  | { readonly taproot: 'refresh'; readonly what: 'pages' | 'styles' }
  /** Answer as a sign of life. `serving` counts the workers that serve, `lost` those that died so far or were killed. */
  | { readonly taproot: 'ask'; readonly serving: number; readonly lost: number }
  /** Open log files again, because they were renamed. */
  | { readonly taproot: 'reopen' }
  /** Drain, like after this signal. A second message cuts open requests. */
  | { readonly taproot: 'end'; readonly signal: EndSignal }
  /** The answer to `leaving`. All connections that were sent before arrive before this message. */
  | { readonly taproot: 'left' };

/** A message of either side. */
export type Message = WorkerMessage | PrimaryMessage;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

const isPlace = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.file === 'string' &&
  typeof value.line === 'number' &&
  typeof value.column === 'number';

const isFault = (value: unknown): boolean =>
  isObject(value) && typeof value.text === 'string' && (value.place === null || isPlace(value.place));

const isLoaded = (value: unknown): boolean => isObject(value) && areTexts(value.required) && areTexts(value.modules);

const isRequest = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.method === 'string' &&
  typeof value.path === 'string' &&
  typeof value.seconds === 'number';

const always = (): boolean => true;

/** Checks whether a message has the members of its kind. */
const shapes: { readonly [Kind in Message['taproot']]: (message: Fields) => boolean } = {
  waits: always,
  drains: ({ seconds }) => typeof seconds === 'number' && seconds >= 0,
  json: always,
  booted: ({ host, port, secure }) =>
    typeof host === 'string' && typeof port === 'number' && typeof secure === 'boolean',
  failed: ({ fault }) => isFault(fault),
  ready: always,
  loaded: ({ files }) => isLoaded(files),
  keeps: ({ files }) => areTexts(files),
  answer: ({ requests, debugged }) =>
    Array.isArray(requests) && requests.every(isRequest) && typeof debugged === 'boolean',
  leaving: always,
  gone: always,
  go: always,
  warm: ({ files }) => isLoaded(files),
  standIn: ({ fault }) => isFault(fault),
  show: ({ fault }) => fault === null || isFault(fault),
  refresh: ({ what }) => what === 'pages' || what === 'styles',
  ask: ({ serving, lost }) => typeof serving === 'number' && typeof lost === 'number',
  reopen: always,
  end: ({ signal }) => endSignals.some((one) => one === signal),
  left: always,
};

const isKind = (kind: unknown): kind is Message['taproot'] => typeof kind === 'string' && Object.hasOwn(shapes, kind);

/** Reads a value from the channel: a message of this protocol, or null. */
export const readMessage = (received: unknown): Message | null => {
  if (!isObject(received) || !isKind(received.taproot)) return null;
  return shapes[received.taproot](received) ? (received as unknown as Message) : null;
};

/** Sends a message to the primary, and calls `sent` when it is on its way. Does nothing in a process without a primary. */
export const tellPrimary = (message: WorkerMessage, sent?: () => void): void => {
  if (process.send === undefined) sent?.();
  else process.send(message, undefined, undefined, () => sent?.());
};

/** Sends a message to a worker. A worker that has ended gets none; its end is reported elsewhere. */
export const tellWorker = (worker: Worker, message: PrimaryMessage): void => {
  // Without the callback, an error would be thrown if the process ends at this moment.
  if (worker.isConnected()) worker.send(message, () => undefined);
};

/** Calls `hear` with each message of the primary. Call the returned function to stop. */
export const hearPrimary = (hear: (message: Message) => void): (() => void) => {
  const listener = (received: unknown): void => {
    const message = readMessage(received);
    if (message !== null) hear(message);
  };
  process.on('message', listener);
  return () => process.off('message', listener);
};
