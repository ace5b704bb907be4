/** An address for `Location`: encoded characters stay, unpaired surrogates become U+FFFD, `[::1]` stays a host. */
export const encodeLocation = (location: string): string =>
  encodeURI(location.toWellFormed())
    .replaceAll(/%25(?=[\dA-Fa-f]{2})/g, '%')
    .replace(/^((?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/?#@]*@)?)%5B([\da-f:.]+)%5D/i, '$1[$2]');

/** Whether `host` (with its port, unless that is the default) equals `pattern`, or is below a pattern such as `*.example.com`. */
const matchesHost = (host: string, pattern: string): boolean => {
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? host.length > wanted.length - 1 && host.endsWith(wanted.slice(1)) : host === wanted;
};

// Browsers strip C0 controls and outer spaces from an address, and read a backslash as a slash, which gives a different address.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ambiguous = /[\u0000-\u001F\u007F\\]|^\s|\s$/;

const schemed = /^[a-z][a-z\d+.-]*:/i;

// `https:/evil.test` and `https:evil.test` also lead to another host. Userinfo (`good.test@evil.test`) only misleads.
const plainAuthority = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

/** The host with its port, also with the default port, so that `example.com:443` in `hosts` matches `https://example.com`. */
const withPort = (url: URL): string => `${url.hostname}:${url.protocol === 'https:' ? '443' : '80'}`;

const isOwnHost = (url: URL, hosts: readonly string[]): boolean =>
  hosts.some((pattern) => matchesHost(url.host, pattern) || (url.port === '' && matchesHost(withPort(url), pattern)));

/**
 * Whether a redirect to `location` is safe: a path, query or fragment of this origin, or an absolute http(s) address of one of `ownHosts`
 * (`example.com`, `example.com:8080`, `*.example.com`; without a port, the default port).
 */
export const isSafeTarget = (location: string, ownHosts: readonly string[]): boolean => {
  if (location === '' || ambiguous.test(location) || location.startsWith('//')) return false;
  // Without scheme and authority, only path, query and fragment can change (RFC 3986 5.2.2).
  if (!schemed.test(location)) return true;
  return plainAuthority.test(location) && URL.canParse(location) && isOwnHost(new URL(location), ownHosts);
};

/**
 * A page of this application as `redirect()` gets it from handlers: path and query, without scheme and host. An address of another host stays
 * whole, and so does one whose path would read as a host.
 */
export const pagePath = (address: string, host: string): string => {
  const url = new URL(address);
  const path = url.pathname + url.search;
  return isOwnHost(url, [host]) && !path.startsWith('//') ? path : address;
};
