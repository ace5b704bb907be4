import { type Soak, soak } from './soak.ts';

const requests = 1_000_000;
const done = new Map<string, Promise<Soak>>();

/** The long soak of a driver, run once for all that is looked at in it. */
export const longSoak = (driver: string): Promise<Soak> => {
  let running = done.get(driver);
  if (running === undefined) done.set(driver, (running = soak(driver, requests)));
  return running;
};
