import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { type Served, type ServeOptions, serve } from '../../support/serve.ts';

/** An application that listens; its functions can be taken off it. */
export interface Opened extends Pick<Served, 'app' | 'url' | 'port'> {
  readonly raw: (text: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** What the parts of the conformance suite share: applications of one driver, closed behind each test. */
export class Suite {
  readonly driver: string;
  /** What was reported since the application was opened. */
  readonly reported: unknown[] = [];
  readonly #apply: (app: Application) => void;
  readonly #open: Pick<Application, 'close'>[] = [];

  constructor(driver: string, apply: (app: Application) => void) {
    this.driver = driver;
    this.#apply = apply;
  }

  async open(register: (route: RootRouter) => void, { apply, ...options }: ServeOptions = {}): Promise<Opened> {
    const served = await serve(register, {
      ...options,
      driver: this.driver,
      apply: (app) => {
        this.tap(app);
        apply?.(app);
      },
    });
    this.closeLater(served.app);
    return { ...served, raw: (text) => served.raw(text), close: () => served.close() };
  }

  /** Collects what the application reports, and gives the variant its tap. */
  tap(app: Application): void {
    this.reported.length = 0;
    app.hooks.report.tap('suite', (error) => void this.reported.push(error));
    this.#apply(app);
  }

  closeLater(app: Application): void {
    this.#open.push(app);
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((app) => app.close()));
  }
}
