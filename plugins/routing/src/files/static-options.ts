/** How files are served below a route. */
export interface StaticOptions {
  /** The file that answers for a directory; `index.html` when left out, false for none. */
  index?: string | false;
  /** Files and directories led by a dot that are served all the same, for example `.well-known`. */
  dotfiles?: readonly string[];
  /** Seconds a client may keep a file before it asks again; 0 when left out. */
  maxAge?: number;
  /** Tells clients that a file never changes under its name. */
  immutable?: boolean;
  /** Follows symbolic links that lead out of the root. */
  symlinks?: boolean;
}

export const cacheControl = ({ maxAge = 0, immutable = false }: StaticOptions): string =>
  `max-age=${Math.floor(maxAge)}${immutable ? ', immutable' : ''}`;
