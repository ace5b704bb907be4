/** The target of a request: the value of `Host`, the request target, and whether the connection is encrypted. */
export interface Target {
  readonly host: string;
  readonly target: string;
  readonly secure: boolean;
}

const absolute = /^(https?):\/\/([^/?#]*)([^]*)$/i;

/** Characters that a browser would encode; everything else is sent as the test wrote it. */
const encoded = (path: string): string => path.replaceAll(/[^\u0021-\u007e]+/gu, encodeURIComponent);

/** Reads `/posts?page=2` as a path of `localhost`, `https://example.com/posts` as one of that host. */
export const parseTarget = (uri: string): Target => {
  const [, scheme = 'http', host = 'localhost', path = uri] = absolute.exec(uri) ?? [];
  const target = path.startsWith('/') ? path : `/${path}`;
  return { host, target: encoded(target), secure: scheme.toLowerCase() === 'https' };
};
