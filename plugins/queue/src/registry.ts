import { describeValue, didYouMean } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import type { Job } from './job.ts';

const isJob = (value: unknown): value is Job => {
  const { name, rules, handle, keyOf } = Object(value) as Partial<Job>;
  return (
    typeof name === 'string' && Object(rules) === rules && [handle, keyOf].every((one) => typeof one === 'function')
  );
};

/** The jobs of an application, by name. */
export class JobRegistry {
  readonly #jobs = new Map<string, Job>();

  /** Adds the list of `withJobs()`. Throws `E_JOB_LIST` and `E_JOB_UNDECLARED` for what the compiler would refuse. */
  addAll(jobs: unknown): void {
    if (!Array.isArray(jobs)) throw errors.E_JOB_LIST({ value: describeValue(jobs) });
    for (const job of jobs as readonly unknown[]) {
      if (!isJob(job)) throw errors.E_JOB_UNDECLARED({ value: describeValue(job) });
      this.add(job);
    }
  }

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
