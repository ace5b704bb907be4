import { defineErrors } from '@taproot/core';

/** Errors of the queue: configuration, declarations, dispatching, working. */
export const errors = defineErrors({
  // Configuration
  E_QUEUE_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/queue.ts, or remove it to keep its default.',
  },
  E_QUEUE_DATABASE: {
    message: 'The queue keeps its jobs in a database, but no plugin of this application provides one.',
    fix: 'Add database() of @taproot/database to withPlugins(), or set queue.engine to "sync" in config/queue.ts: each job then runs at once.',
  },
  E_QUEUE_PACKAGE: {
    message: 'The queue engine "redis" needs the package bullmq, which is not installed.',
    fix: 'Run `npm install bullmq`.',
  },
  E_QUEUE_ENGINE_TAKEN: {
    message: 'There is a queue engine "{name}" already.',
    fix: 'Give the engine another name.',
    placed: true,
  },
  E_QUEUE_ENGINE_LATE: {
    message: 'The queue engine "{name}" came too late: the one of the application was made already.',
    fix: 'Call extend() in the apply() of a plugin, or in withCallback().',
    placed: true,
  },
  E_QUEUE_TABLE: {
    message: 'The tables of the queue are missing, or are not those of this version.',
    fix: 'Write their migration with `npx taproot queue:table`, then run `npx taproot migrate`.',
  },
  E_QUEUE_TABLE_EXISTS: {
    message: '{file} creates the tables of the queue already.',
    fix: 'Run it with `npx taproot migrate`.',
  },
  // Declarations
  E_JOB_INVALID: {
    message: 'The job {job} has {value} as its "{key}", but needs {expected}.',
    fix: 'Correct the declaration: job({ name: "invoice.send", payload: { order: "required|integer" }, handle(payload, run) { ... } }).',
    placed: true,
  },
  E_JOB_UNDECLARED: {
    message: 'withJobs() got {value} in its list, which is not a job.',
    fix: 'Declare it: const sendInvoice = job({ name: "invoice.send", handle(payload, run) { ... } }). Then list it: withJobs([sendInvoice]).',
    placed: true,
  },
  E_JOB_LIST: {
    message: 'withJobs() got {value}, but needs a list of jobs.',
    fix: 'Give it a list, also for one job: withJobs([sendInvoice]).',
    placed: true,
  },
  E_JOB_RULES: {
    message: 'The payload rules of the job "{job}", declared at {place}, are not valid: {reason}',
    fix: 'Correct "payload" in the declaration of the job.',
  },
  E_JOB_DUPLICATE: {
    message: 'Two jobs have the name "{job}": {first} and {second}.',
    fix: 'Give one of them another name. Jobs that wait keep the name they were dispatched with.',
  },
  E_JOB_UNREGISTERED: {
    message: 'The job "{job}", declared at {place}, is not registered, so no worker would do it.',
    fix: 'Add it to the list of withJobs(), in bootstrap/jobs.ts.',
    placed: true,
  },
  E_JOB_UNKNOWN: {
    message: 'A job with the name "{job}" waits, but this application has no such job{hint}.',
    fix: 'Deploy the version that has it, or register it in the list of withJobs(). It is tried again until its attempts are used up.',
  },
  // Dispatching
  E_JOB_PAYLOAD: {
    message: 'The payload of the job "{job}" is not valid: {reason}',
    fix: 'Dispatch it with a payload that passes its rules. A job that waits since an older version of the code stays among the failed jobs; `npx taproot queue:retry` tries it again after you have changed the rules.',
    placed: true,
  },
  E_JOB_SIZE: {
    message: 'The payload of the job "{job}" has {bytes} bytes as JSON; {limit} are allowed.',
    fix: 'Dispatch an id, and load the rest in handle().',
    placed: true,
  },
  E_JOB_OPTION: {
    message: 'The job "{job}" was dispatched with {value} as its "{key}", which must be {expected}.',
    fix: 'Correct the options of dispatch().',
    placed: true,
  },
  E_QUEUE_LOCKED: {
    message: 'The job "{job}" was not dispatched: another transaction holds the SQLite database.',
    fix: 'In a transaction, make the job a part of it: dispatch(job, payload, { transaction: trx }), or open it as transaction(db, work, { ambient: true }).',
    status: 503,
    placed: true,
  },
  // Working
  E_JOB_TIMEOUT: {
    message: 'The job "{job}" did not end within {seconds} s.',
    fix: 'Pass run.signal to what it waits for, make it shorter, or raise its "timeout".',
  },
  E_JOB_LEASE: {
    message:
      'The job "{job}" ({id}) lost its lease, so another worker may do it now. The result of this run is not taken.',
    fix: 'Look for code that blocks the event loop for longer than queue.lease, or for a database that was away. Effects in run.once() happen once all the same.',
  },
  E_JOB_STOPPED: {
    message: 'The worker stops, so the job "{job}" was given back after {seconds} s.',
    fix: 'Nothing: another worker does it from its beginning. Raise queue.stop_timeout for jobs that take longer.',
  },
  E_JOB_FAILED: {
    message: 'The job "{job}" ({id}) failed for good after {attempts} attempts: {reason}',
    fix: 'Correct the error that the message names; its stack is in the cause. `npx taproot queue:failed` lists the attempts, `npx taproot queue:retry {id}` tries it again.',
  },
  E_JOB_RETRIED: {
    message:
      'The job "{job}" ({id}) failed at attempt {attempt} of {attempts} and is tried again in {seconds} s: {reason}',
    fix: 'Correct the error that the message names; its stack is in the cause.',
  },
  E_JOB_VANISHED: {
    message: 'The worker of this attempt was killed, or lost its lease before it had a result.',
    fix: 'Look for a crash, a lack of memory, process.exit(), or code that blocked the event loop at that time.',
  },
  E_JOB_ONCE: {
    message: 'run.once() of the job "{job}" needs a database, in which it remembers what was done.',
    fix: 'Add database() of @taproot/database to withPlugins(), and the tables of `npx taproot queue:table`.',
  },
  E_JOB_ONCE_KEY: {
    message: 'run.once() of the job "{job}" got {value} as its key.',
    fix: 'Give each effect a key of 1 to 120 characters, such as "charge".',
    placed: true,
  },
  E_JOB_CANCELLED: {
    message: 'The chain or batch of the job "{job}" was cancelled.',
    fix: 'Nothing: the job ends, and counts as skipped.',
  },
  E_JOB_PROGRESS: {
    message: 'run.progress() of the job "{job}" got {value}.',
    fix: 'Give it the part that is done: a number from 0 to 1.',
    placed: true,
  },
  E_QUEUE_BATCH_DATABASE: {
    message: 'Chains, batches and run.progress() need a database, in which the queue counts what is done.',
    fix: 'Add database() of @taproot/database to withPlugins(), and the tables of `npx taproot queue:table`.',
  },
  E_QUEUE_BATCH_MISSING: {
    message: 'There is no chain and no batch with the id {id}.',
    fix: 'Use the id that chain() or batch() has given. Both are forgotten a week after their end.',
    placed: true,
  },
  E_QUEUE_BATCH_JOB: {
    message: '{call}() got {value}, but needs {expected}.',
    fix: 'Give it jobs with their payloads: {call}([sendInvoice.with({ order: 7 })]).',
    placed: true,
  },
  E_QUEUE_OUTAGE: {
    message: 'The worker cannot reach its queue. It tries again every second; running jobs go on.',
    fix: 'The cause of this error is what the service answered. Start the service, or correct its connection in config/.',
  },
  E_QUEUE_SCHEDULE: {
    message: 'queue:work --schedule found no schedule in this application.',
    fix: 'Add schedule() of @taproot/schedule to withPlugins(), or leave out --schedule.',
  },
  E_QUEUE_JOB_MISSING: {
    message: 'There is no failed job with the id {id}.',
    fix: 'List them with `npx taproot queue:failed`.',
  },
  E_QUEUE_ASSERTION: {
    message: '{message}',
    fix: 'Dispatched were: {dispatched}.',
  },
});
