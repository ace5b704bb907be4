import { defineErrors } from '@taproot/core';

/** Errors of tests. */
export const errors = defineErrors({
  E_EVENTS_CONTEXT: {
    message: 'Only requests of http(app) have events(), not those of fakeContext().',
    fix: 'Send the request through a whole application: http(app).get("/events").events().',
  },
  E_CONTEXT_ANSWERED: {
    message: 'This context already has a response.',
    fix: 'Make a new context for each request.',
  },
  E_ACTING: {
    message: 'http(app).actingAs() has no effect on this application: {reason}.',
    fix: 'Boot the application with APP_ENV=testing and the plugin auth().',
  },
  E_REPLY_BROKEN: {
    message: '{method} {target} got an incomplete reply: {reason}.',
    fix: 'See the errors reported above: the handler destroyed the response, or its stream failed after the headers were sent.',
  },
  E_SOCKET_UNOPENED: {
    message: 'The socket is not open.',
    fix: "Open it first: `await http(app).socket('/rooms/7').open()`.",
  },
  E_ROUTE_UNDOCUMENTED: {
    message: 'The route "{name}" cannot be called by its name: {reason}.',
    fix: 'Add openapi() to the plugins, run `npx taproot openapi:write`, and commit the files that it writes.',
  },
});
