/**
 * The key under which to count a canonical address, such as that of `ctx.request().ip()`: IPv6 by its /64, of which a
 * client may use any address it likes.
 */
export const addressKey = (address: string): string => {
  if (!address.includes(':')) return address;
  const [left = [], right = []] = address.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
};
