/** What an application is made without. */
export interface Absent {
  /** Whether the module of an import is absent. */
  readonly isGone: (source: string) => boolean;
  /** Members such as `facades.Auth` that are absent. */
  readonly members: ReadonlySet<string>;
  /** Calls whose arguments are a list: what leaves it leaves the rest as it is. */
  readonly lists: ReadonlySet<string>;
  /** Whether no route names this rate limiter. */
  readonly isFree?: (limiter: string) => boolean;
}

/**
 * TypeScript without what an absent part brings, and without what nothing uses any more then. Comments and lines that stay
 * are as they were.
 */
export declare const prune: (text: string, absent: Absent) => string;
