// An address without `::` has one side.
const groupsOf = (side = ''): string[] => (side === '' ? [] : side.split(':'));

/**
 * The key under which to count a canonical address, such as that of `ctx.request().ip()`: IPv6 by its /64, of which a
 * client may use any address it likes.
 */
export const addressKey = (address: string): string => {
  if (!address.includes(':')) return address;
  const [left, right] = address.split('::');
  const [before, after] = [groupsOf(left), groupsOf(right)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
};
