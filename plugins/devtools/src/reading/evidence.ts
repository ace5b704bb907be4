import type { RouteInfo } from '@taproot/core/plugin';
import type { Recording } from '../recorder/recording.ts';

/** Why a request was answered as it was. Code is in backquotes. */
export interface Reason {
  /** The cause, in a sentence or two. */
  readonly sentence: string;
  /** The action that the reader should take; empty when the cause has none. */
  readonly fix: string;
}

/** The recording and the routes that an explanation is made from. */
export interface Evidence {
  readonly recording: Recording;
  /** Every route of the application. */
  readonly routes: readonly RouteInfo[];
}
