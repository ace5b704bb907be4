import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const fullCollection = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};

// Each is as long as the whole heap is large, so later ones wait for more turns of the event loop instead.
const turnsBefore = [1, 2, 4, 8];

/** Collects garbage several times, until at most `enough` of the objects are left. Returns the number of those left. */
export const collectGarbage = async (objects: readonly WeakRef<object>[], enough = 0): Promise<number> => {
  const collect = fullCollection();
  const left = (): number => objects.filter((object) => object.deref() !== undefined).length;
  for (const turns of turnsBefore) {
    // A reference that was read lives until the end of its turn.
    for (let done = 0; done < turns; done++) await turn();
    collect();
    await turn();
    if (left() <= enough) break;
  }
  return left();
};
