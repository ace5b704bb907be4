import { addresses } from './addresses.ts';
import { answers } from './answers.ts';
import { application } from './application.ts';
import { bodies } from './bodies.ts';
import { before, type DriverCase, gather } from './cases.ts';
import { constraints } from './constraints.ts';
import { events } from './events.ts';
import { files } from './files.ts';
import { guards } from './guards.ts';
import { routes } from './routes.ts';
import { streams } from './streams.ts';
import { type DriverConformanceOptions, type Opened, Suite } from './suite.ts';
import { web } from './web.ts';

/** The requests of `routes.ts`, each sent to a new application. */
const answersOf = (suite: Suite): void => {
  let served: Opened | null = null;
  before(async () => {
    served = await suite.open(routes);
  });
  answers(() => {
    if (served === null) throw new Error('No application was opened.');
    return served;
  }, suite.reported);
};

const groups: Readonly<Record<string, (suite: Suite) => void>> = {
  answers: answersOf,
  addresses,
  application,
  bodies,
  constraints,
  events,
  files,
  guards,
  streams,
  web,
};

/**
 * The requirements of every driver, by name, for any test runner. `driver` is its name in `http.driver`. Needs the package `expect`, which
 * Jest includes.
 * @example for (const { name, run } of driverConformance('mine', { plugins: () => [mine()] })) test(name, run)
 */
export const driverConformance = (driver: string, options: DriverConformanceOptions = {}): DriverCase[] =>
  Object.entries(groups).flatMap(([title, group]) => {
    const gatherFor = (suite: Suite) => gather(() => group(suite));
    const { cases } = gatherFor(new Suite(driver, options));
    return cases.map(({ name }, index) => ({
      name: `${title}: ${name}`,
      // Each case builds the group again, so that no case depends on another.
      run: async () => {
        const suite = new Suite(driver, options);
        const group = gatherFor(suite);
        try {
          for (const work of group.before) await work();
          await group.cases[index]?.run();
        } finally {
          await suite.close();
          for (const work of group.after) await work();
        }
      },
    }));
  });
