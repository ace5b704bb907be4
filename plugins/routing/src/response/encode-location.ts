/** An address as `Location` takes it: what is encoded stays so, half a character becomes U+FFFD, `[::1]` stays a host. */
export const encodeLocation = (location: string): string =>
  encodeURI(location.toWellFormed())
    .replaceAll(/%25(?=[\dA-Fa-f]{2})/g, '%')
    .replace(/^((?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/?#@]*@)?)%5B([\da-f:.]+)%5D/i, '$1[$2]');
