/** How often a test repeats itself: `short`, or `long` when the long forms are asked for with `TEST_LONG=1`. */
export const howMany = (short: number, long: number): number => (process.env['TEST_LONG'] === '1' ? long : short);
