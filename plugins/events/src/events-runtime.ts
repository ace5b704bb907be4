import { randomUUID } from 'node:crypto';
import type { Application } from '@taproot/core';
import type { JobQueue, QueuedRun } from '@taproot/core/internal';
import { type AfterCommit, afterCommitOf, describeValue, isError, perApp, withDeadline } from '@taproot/core/plugin';
import { checkConfig } from './config.ts';
import { errors } from './errors.ts';
import { type Event, judged, toQueued } from './event.ts';
import type { Listener, ListenerRun } from './listener.ts';
import { runs } from './traced-listeners.ts';

/** An event that a fake keeps instead of calling listeners. */
export interface KeptEvent {
  readonly event: Event;
  readonly payload: object;
}

const isListener = (value: unknown): value is Listener => {
  const { name, event, handle } = Object(value) as Partial<Listener>;
  return typeof name === 'string' && typeof handle === 'function' && typeof event?.name === 'string';
};

/** The name of the job that calls a listener. */
const jobOf = ({ event, name }: Listener): string => `${event.name}:${name}`;

/** The events of one application: who listens, and what a test puts in their place. */
export class EventsRuntime {
  readonly app: Application;
  /** The fake of a test; null without one. */
  keep: ((kept: KeptEvent) => void) | null = null;
  readonly #afterCommit: AfterCommit;
  readonly #listeners = new Map<string, Listener[]>();

  constructor(app: Application) {
    checkConfig(app.config.events);
    this.app = app;
    this.#afterCommit = afterCommitOf(app);
  }

  /** Adds the list of `withListeners()`. */
  addAll(given: unknown): void {
    const list: readonly unknown[] | null = Array.isArray(given) ? given : null;
    if (list === null) throw errors.E_LISTENER_LIST({ value: describeValue(given) });
    for (const one of list) {
      if (!isListener(one)) throw errors.E_LISTENER_LIST({ value: `a list with ${describeValue(one)}` });
      this.#add(one);
    }
  }

  #add(one: Listener): void {
    const { event, name: listener } = one;
    const known = this.#listeners.get(event.name) ?? [];
    const [other] = known;
    if (other !== undefined && other.event !== event) {
      const [first, second] = [String(other.event.place), String(event.place)];
      throw errors.E_EVENT_DUPLICATE({ event: event.name, first, second });
    }
    const twin = known.find(({ name }) => name === listener);
    if (twin !== undefined) {
      const [first, second] = [String(twin.place), String(one.place)];
      throw errors.E_LISTENER_DUPLICATE({ event: event.name, listener, first, second });
    }
    this.#listeners.set(event.name, [...known, one]);
  }

  /** The listeners of an event, or of all events, in the order in which they run. */
  listeners(event?: Event): readonly Listener[] {
    return event === undefined ? [...this.#listeners.values()].flat() : (this.#listeners.get(event.name) ?? []);
  }

  /** Defines the jobs of listeners of the queue. Throws `E_LISTENER_QUEUE` without a queue. */
  defineJobs(): void {
    const jobs = this.app.provided('jobs');
    for (const one of this.listeners()) {
      const { event, name: listener, queued, place } = one;
      if (queued === null) continue;
      if (jobs === null) throw errors.E_LISTENER_QUEUE({ event: event.name, listener, place: String(place) });
      const { attempts, timeout } = queued;
      jobs.define({
        name: jobOf(one),
        payload: { id: 'required|string', payload: 'required|string', key: 'string' },
        unique: ({ key }) => (typeof key === 'string' ? key : null),
        ...(attempts === null ? {} : { attempts }),
        ...(timeout === null ? {} : { timeout }),
        handle: (given, run) => this.#runInJob(one, String(given['id']), String(given['payload']), run),
      });
    }
  }

  /**
   * Hands an event to its listeners: those of the queue become jobs first, so that an error leaves nothing half done in a transaction.
   * Then the others run in their order, those that wait for the commit after it.
   */
  async dispatch(event: Event, given: unknown, transaction: object | null): Promise<void> {
    const payload = await judged(event, given);
    if (this.keep !== null) return this.keep({ event, payload });
    const all = this.listeners(event);
    if (all.length === 0) return;
    const id = randomUUID();
    const queue = this.#queue;
    const text = all.some(({ queued }) => queued !== null) ? toQueued(event, given as object) : '';
    if (queue !== null)
      for (const one of all) await this.#enqueue(queue, one, { id, payload: text }, payload, transaction);
    const inProcess = queue === null ? all : all.filter(({ queued }) => queued === null);
    const run = async (wanted: boolean): Promise<void> => {
      for (const one of inProcess)
        if (one.afterCommit === wanted)
          await this.#runHere(one, id, one.queued === null ? payload : await judged(event, JSON.parse(text)));
    };
    await run(false);
    if (inProcess.some(({ afterCommit }) => afterCommit)) await this.#afterCommit(() => run(true), transaction);
  }

  /** The queue; null if listeners of the queue run in this process, as in tests. */
  get #queue(): JobQueue | null {
    const jobs = this.app.provided('jobs');
    return jobs === null || jobs.isImmediate ? null : jobs;
  }

  async #enqueue(
    jobs: JobQueue,
    one: Listener,
    sent: { readonly id: string; readonly payload: string },
    payload: object,
    transaction: object | null,
  ): Promise<void> {
    if (one.queued === null) return;
    const { delay, queue } = one.queued;
    const key = one.queued.keyOf(payload);
    const lane = queue ?? this.app.config.events.queue;
    await jobs.dispatch(jobOf(one), key === null ? sent : { ...sent, key }, {
      delay,
      transaction,
      ...(lane === null ? {} : { queue: lane }),
    });
  }

  /** Runs a listener, and reports its error. Never rejects. */
  async #runHere(one: Listener, id: string, payload: object): Promise<void> {
    const { event, name: listener, place } = one;
    const seconds = one.queued?.timeout ?? this.app.config.events.timeout;
    const controller = new AbortController();
    const late = (): Error => {
      const error = errors.E_LISTENER_TIMEOUT({ seconds });
      controller.abort(error);
      return error;
    };
    const run: ListenerRun = { id, event: event.name, attempt: 1, queued: false, signal: controller.signal };
    try {
      await withDeadline(this.#run(one, payload, run), seconds, late);
    } catch (cause) {
      const reason = isError(cause) ? cause.message : `It threw ${describeValue(cause)}.`;
      const failed = errors.E_LISTENER_FAILED({ event: event.name, listener, place: String(place), reason }, { cause });
      this.app.report(failed, { where: 'events' });
    }
  }

  async #runInJob(one: Listener, id: string, text: string, job: QueuedRun): Promise<void> {
    let payload: object;
    try {
      payload = await judged(one.event, JSON.parse(text));
    } catch (error) {
      // Another attempt gets the same payload.
      throw job.permanent(error as Error);
    }
    const { attempt, signal } = job;
    await this.#run(one, payload, { id, event: one.event.name, attempt, queued: true, signal });
  }

  async #run(one: Listener, payload: object, run: ListenerRun): Promise<void> {
    const facts = { event: one.event.name, listener: one.name, id: run.id };
    await runs.run(this.app, facts, async () => {
      await one.handle(payload, run);
    });
  }
}

/** The events of an application. */
export const eventsOf = perApp((app) => new EventsRuntime(app));
