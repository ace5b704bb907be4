import type { Standing } from './counter.ts';

/** Tells our messages from others on the channel between a worker and the primary. */
export const channel = 'taproot:throttle';

/** The question of a worker to the primary. */
export interface Question {
  readonly channel: typeof channel;
  readonly id: number;
  readonly ask: 'take' | 'giveBack' | 'read' | 'clear';
  readonly key: string;
  readonly points: number;
  readonly seconds: number;
}

/** The answer of the primary. Each process has its own clock, so the end of a window is sent as the time left. */
export interface Answer extends Pick<Standing, 'allowed' | 'remaining'> {
  readonly channel: typeof channel;
  readonly id: number;
  /** Milliseconds. */
  readonly left: number;
}

/** Whether a message between processes belongs to the limiter. */
export const isOurs = (message: unknown): message is Question | Answer =>
  typeof message === 'object' && message !== null && 'channel' in message && message.channel === channel;
