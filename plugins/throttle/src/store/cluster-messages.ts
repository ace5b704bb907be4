import type { Standing } from './counter.ts';

/** Tells our messages from others on the channel between a worker and the primary. */
export const channel = 'taproot:throttle';

/** What a worker asks of the primary. */
export interface Question {
  readonly channel: typeof channel;
  readonly id: number;
  readonly ask: 'take' | 'giveBack' | 'read' | 'clear';
  readonly key: string;
  readonly points: number;
  readonly seconds: number;
}

/** What the primary answers; each process has a clock of its own, so a window's end is told by what is left of it. */
export interface Answer extends Pick<Standing, 'allowed' | 'remaining'> {
  readonly channel: typeof channel;
  readonly id: number;
  /** Milliseconds. */
  readonly left: number;
}

/** Whether a message of a process is one of ours. */
export const isOurs = (message: unknown): message is Question | Answer =>
  typeof message === 'object' && message !== null && 'channel' in message && message.channel === channel;
