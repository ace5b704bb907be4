import { reportToConsole } from '../process/report-to-console.ts';
import { explain } from './explain.ts';

/** The output of the primary of a worker pool: text for readers, or lines of JSON as soon as a worker logs in JSON. */
export class PrimaryLog {
  #json = false;

  /** Writes lines of JSON from now on. */
  readonly useJson = (): void => {
    this.#json = true;
  };

  /** Writes a message to standard output. */
  readonly say = (message: string): void => {
    const line = { level: 'info', time: new Date().toISOString(), where: 'workers', message };
    process.stdout.write(`${this.#json ? JSON.stringify(line) : message}\n`);
  };

  /** Writes an error to standard error. */
  readonly complain = (error: unknown): void => {
    if (this.#json) reportToConsole(error, { where: 'workers' }, false);
    else process.stderr.write(`${explain(error)}\n`);
  };
}
