type IsSecret = (name: string) => boolean;

const isSecretString = (item: unknown, isSecret: IsSecret): boolean => typeof item === 'string' && isSecret(item);

/** The place of a list: the name of its member, or `null` for an item of another list. */
export type ListPlace = string | null;

/**
 * Finds items of a list that are credentials because of the items before them: the second item of a pair in a list of pairs, the values in
 * `rawHeaders`, and in `args` of a Redis command everything after `AUTH` or a setting such as `requirepass`.
 */
export const secretItems = (
  list: readonly unknown[],
  place: ListPlace,
  isSecret: IsSecret,
): ((index: number) => boolean) => {
  const follows = (index: number): boolean => isSecretString(list[index - 1], isSecret);
  if (place === null) return (index) => list.length === 2 && index === 1 && follows(index);
  if (/headers$/i.test(place)) return (index) => index % 2 === 1 && follows(index);
  if (place !== 'args') return () => false;
  const login = list.findIndex((item) => typeof item === 'string' && /^auth$/i.test(item));
  return (index) => (login >= 0 && index > login) || follows(index);
};

/**
 * Whether a member of one object is a credential. Call it for the members in their order: `{ name: 'token', value: 'x' }` is a pair, and so
 * are the name of a command of Redis and its `args`.
 */
export const secretMembers = (
  isSecret: (name: string, value?: unknown) => boolean,
): ((member: string, value: unknown) => boolean) => {
  let named = '';
  return (member, value) => {
    if ((member === 'name' || member === 'key') && typeof value === 'string') named = value;
    const isValue = member === 'value' || member === 'args';
    return isSecret(member, value) || (isValue && named !== '' && isSecret(named));
  };
};
