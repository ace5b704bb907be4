import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const fullCollection = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};

/** Collects garbage until every object is gone, at most `times` times. Returns how many are left. */
export const collectGarbage = async (objects: readonly WeakRef<object>[], times = 10): Promise<number> => {
  const collect = fullCollection();
  const left = (): number => objects.filter((object) => object.deref() !== undefined).length;
  for (let time = 0; time < times; time++) {
    // A reference that was read lives until the end of its turn.
    await turn();
    collect();
    await turn();
    if (left() === 0) return 0;
  }
  return left();
};
