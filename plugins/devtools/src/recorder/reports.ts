import type { Application } from '@taproot/core';
import { type Fault, faultOf } from './fault.ts';

/** An error or warning that was passed to `app.report()`. */
export interface Report {
  readonly at: Date;
  /** The part of the application that reported it. */
  readonly where: string;
  /** Empty when it belongs to no request. */
  readonly requestId: string;
  readonly fault: Fault;
}

const mostReports = 100;

/**
 * The last reports of an application, newest first. The hook `app.report` is not tapped: without a tap, errors go to standard
 * error, and they still must.
 */
export class Reports {
  readonly all: Report[] = [];
  readonly #app: Application;

  constructor(app: Application) {
    this.#app = app;
    const report: Application['report'] = app.report.bind(app);
    const heard: Application['report'] = (error, origin) => {
      this.#add(error, origin);
      report(error, origin);
    };
    Object.defineProperty(app, 'report', { value: heard, configurable: true });
  }

  close(): void {
    Reflect.deleteProperty(this.#app, 'report');
  }

  #add(error: unknown, origin: Parameters<Application['report']>[1]): void {
    const { requestId = '' } = origin as { readonly requestId?: string };
    this.all.unshift({ at: new Date(), where: origin.where, requestId, fault: faultOf(error) });
    this.all.splice(mostReports);
  }
}
