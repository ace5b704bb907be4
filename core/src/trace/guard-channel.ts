import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Channel } from 'node:diagnostics_channel';
import { isPromise } from '../later.ts';

type Listener = (message: unknown, name: string | symbol) => unknown;
type Transform = (message: unknown) => unknown;

// All copies of this package in a process share its channels.
const guarded = Symbol.for('taproot.guarded');

/** Reports only the first error of each subscriber function, because it would fail again with every request. */
const complaint = (channel: Channel): ((error: unknown) => void) => {
  let told = false;
  return (error) => {
    if (told) return;
    told = true;
    const [reason, detail] = error instanceof Error ? [error.message, error.stack] : [typeof error, undefined];
    process.emitWarning(`A subscriber of the channel ${String(channel.name)} failed: ${reason}`, {
      code: 'TAPROOT_SUBSCRIBER',
      ...(detail === undefined ? {} : { detail }),
    });
  };
};

const quiet = (channel: Channel, listener: Listener): Listener => {
  const complain = complaint(channel);
  return (message, name) => {
    try {
      const result = listener(message, name);
      if (isPromise(result)) Promise.resolve(result).catch(complain);
    } catch (error) {
      complain(error);
    }
  };
};

/**
 * Turns errors of subscribers into warnings of the process. Node would throw them as uncaught exceptions, which end a server. It guards
 * only functions that subscribe from now on.
 */
export const guardChannel = (channel: Channel): void => {
  if (Object.hasOwn(channel, guarded)) return;
  const quieted = new WeakMap<Listener, Listener>();
  const ours = new WeakSet<Function>();
  // With the first subscriber, Node changes the prototype of the channel and calls the new prototype's method.
  const node = (): Channel => Object.getPrototypeOf(channel) as Channel;
  const safe = (listener: Listener): Listener => {
    if (typeof listener !== 'function' || ours.has(listener)) return listener;
    const made = quieted.get(listener) ?? quiet(channel, listener);
    quieted.set(listener, made);
    ours.add(made);
    return made;
  };
  const safeTransform = (store: AsyncLocalStorage<unknown>, transform: Transform): Transform => {
    if (ours.has(transform)) return transform;
    const complain = complaint(channel);
    const made: Transform = (message) => {
      try {
        return transform(message);
      } catch (error) {
        complain(error);
        return store.getStore();
      }
    };
    ours.add(made);
    return made;
  };
  const methods: Pick<Channel, 'subscribe' | 'unsubscribe' | 'bindStore'> = {
    subscribe: (listener) => node().subscribe.call(channel, safe(listener)),
    unsubscribe: (listener) => node().unsubscribe.call(channel, quieted.get(listener) ?? listener),
    bindStore: (store, transform) =>
      node().bindStore.call(channel, store, transform === undefined ? transform : safeTransform(store, transform)),
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(channel, name, { value });
  Object.defineProperty(channel, guarded, { value: true });
};
