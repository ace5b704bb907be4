import { type Duration } from '@taproot/core';
import { seconds } from '@taproot/core/plugin';

/** How to serve files below a route. */
export interface StaticOptions {
  /** The file that answers for a directory; `index.html` when left out, false for none. */
  index?: string | false;
  /**
   * Whether the address of a directory without a final slash redirects (301) to the one with a slash, so that relative
   * links in its index work; true by default.
   */
  redirect?: boolean;
  /** Files and directories with a leading dot that are served, for example `.well-known`. All others are not. */
  dotfiles?: readonly string[];
  /** How long a client may keep a file before it asks again, such as `3600` (seconds) or `'7d'`; 0 when left out. */
  maxAge?: Duration;
  /** Tells clients that a file never changes under its name. */
  immutable?: boolean;
  /** Follows symbolic links that lead out of the root. */
  symlinks?: boolean;
}

export const cacheControl = ({ maxAge = 0, immutable = false }: StaticOptions): string =>
  `max-age=${Math.floor(seconds(maxAge, 'maxAge'))}${immutable ? ', immutable' : ''}`;
