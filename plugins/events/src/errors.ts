import { defineErrors } from '@taproot/core';

/** Errors of events and their listeners. */
export const errors = defineErrors({
  // Configuration
  E_EVENTS_SETTING: {
    message: 'Configuration "events.{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/events.ts, or remove it to keep its default.',
  },
  // Declarations
  E_EVENT_NAME: {
    message: 'An event has {value} as its name, but needs a name such as "order.paid".',
    fix: 'Give it 1 to 100 letters, digits, dots, dashes or slashes: event("order.paid").',
    placed: true,
  },
  E_LISTENER_INVALID: {
    message: 'The listener of the event "{event}" has {value} as its "{key}", but needs {expected}.',
    fix: 'Correct the declaration: listener(orderPaid, { name: "send-receipt", async handle(payload, run) { ... } }).',
    placed: true,
  },
  E_LISTENER_LIST: {
    message: 'withListeners() got {value}, but needs a list of what listener() returns.',
    fix: 'Declare each one: const sendReceipt = listener(orderPaid, { ... }). Then list it: withListeners([sendReceipt]).',
    placed: true,
  },
  E_LISTENER_DUPLICATE: {
    message: 'Two listeners of the event "{event}" have the name "{listener}": {first} and {second}.',
    fix: 'Give one of them another name: listener(event, { name: "send-receipt", ... }). Without "name", a listener has the name of its file.',
  },
  E_EVENT_DUPLICATE: {
    message: 'Two events have the name "{event}": {first} and {second}.',
    fix: 'Give one of them another name, or import the first one where you declare the second.',
  },
  E_LISTENER_QUEUE: {
    message:
      'The listener "{listener}" of the event "{event}", declared at {place}, is for the queue, but no plugin of this application provides one.',
    fix: 'Add queue() of @taproot/queue to withPlugins(), or remove "queue" from the listener: it then runs after the commit, in the process that dispatches.',
  },
  // Dispatching
  E_EVENT_PAYLOAD: {
    message: 'The payload of the event "{event}" is not valid: {reason}',
    fix: 'Dispatch it with a payload that its listeners can use. Listeners of the queue get it as JSON.',
    placed: true,
  },
  E_LISTENER_FAILED: {
    message: 'The listener "{listener}" of the event "{event}", declared at {place}, failed: {reason}',
    fix: 'Correct the error that the message names; its stack is in the cause. The other listeners ran. Work that must be tried again belongs to the queue: listener(event, { queue: true, ... }).',
  },
  E_LISTENER_TIMEOUT: {
    message: 'It did not end within {seconds} s.',
    fix: 'Pass run.signal to what it waits for, leave it to the queue, or raise events.timeout.',
  },
  E_EVENTS_ASSERTION: {
    message: '{message}',
    fix: 'Dispatched were: {dispatched}.',
  },
});
