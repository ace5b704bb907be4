import type { RouteInfo } from '@taproot/core/plugin';
import type { Recording } from '../recorder/recording.ts';

/** Why a request got its status. Code is in backquotes. */
export interface Reason {
  /** The cause, in a sentence or two. */
  readonly sentence: string;
  /** The fix that the reader should apply; empty if there is none. */
  readonly fix: string;
}

/** The recording and the routes for an explanation. */
export interface Evidence {
  readonly recording: Recording;
  /** Every route of the application. */
  readonly routes: readonly RouteInfo[];
}
