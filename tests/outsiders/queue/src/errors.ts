import { defineErrors } from '@taproot/core';

export const errors = defineErrors({
  E_JOB_UNKNOWN: { message: 'No job has the name {job}.', fix: 'Register it: facades.Queue().register(job).' },
  E_JOB_FAILED: { message: 'The job {job} failed {attempts} times and was given up.', fix: 'The cause says why.' },
});
