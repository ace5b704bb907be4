import { didYouMean } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import type { Job } from './job.ts';

/** The jobs of an application, by name. */
export class JobRegistry {
  readonly #jobs = new Map<string, Job>();

  /** Throws `E_JOB_DUPLICATE` for a second job of the same name. */
  add(job: Job): void {
    const known = this.#jobs.get(job.name);
    if (known !== undefined && known !== job)
      throw errors.E_JOB_DUPLICATE({ job: job.name, first: String(known.place), second: String(job.place) });
    this.#jobs.set(job.name, job);
  }

  /** The registered jobs. */
  get jobs(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  has(job: Pick<Job, 'name'>): boolean {
    return this.#jobs.has(job.name);
  }

  /** The job of this name; null when it is not registered. */
  find(name: string): Job | null {
    return this.#jobs.get(name) ?? null;
  }

  /** The error for a job that waits under a name that is not registered. */
  unknown(name: string): Error {
    return errors.E_JOB_UNKNOWN({ job: name, hint: didYouMean(name, this.#jobs.keys()) });
  }
}
