import { type Duration } from '@taproot/core';
import { seconds } from '@taproot/core/plugin';

/** How files are served below a route. */
export interface StaticOptions {
  /** The file that answers for a directory; `index.html` when left out, false for none. */
  index?: string | false;
  /**
   * Whether a directory that is asked for without a slash at its end is answered with a redirect (301) to the address that has
   * one, so that relative links in its index are right; true when left out.
   */
  redirect?: boolean;
  /** Files and directories led by a dot that are served all the same, for example `.well-known`. */
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
