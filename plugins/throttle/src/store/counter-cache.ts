// Limits computed from data may be of any number of kinds.
const most = 1000;

/** Keeps the counters that were made, by points and seconds. */
export const cacheCounters = <Made>(
  make: (points: number, seconds: number) => Made,
): ((points: number, seconds: number) => Made) => {
  const made = new Map<string, Made>();
  return (points, seconds) => {
    const kind = `${points}/${seconds}`;
    let counter = made.get(kind);
    if (counter !== undefined) return counter;
    if (made.size >= most) made.clear();
    made.set(kind, (counter = make(points, seconds)));
    return counter;
  };
};
