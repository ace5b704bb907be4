// The most counters to cache, because limits from data may have any number of different values.
const most = 1000;

/** Caches counters by points and seconds. Every request looks one up, so the look-up builds no key string. */
export const cacheCounters = <Made>(
  make: (points: number, seconds: number) => Made,
): ((points: number, seconds: number) => Made) => {
  const made = new Map<number, Map<number, Made>>();
  let count = 0;
  const add = (points: number, seconds: number): Made => {
    if (count >= most) made.clear();
    count = made.size === 0 ? 1 : count + 1;
    const counter = make(points, seconds);
    const ofPoints = made.get(points);
    if (ofPoints === undefined) made.set(points, new Map([[seconds, counter]]));
    else ofPoints.set(seconds, counter);
    return counter;
  };
  return (points, seconds) => made.get(points)?.get(seconds) ?? add(points, seconds);
};
