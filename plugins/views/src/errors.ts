import { defineErrors } from '@taproot/core';

/** Errors of views. */
export const errors = defineErrors({
  E_VIEW_NAME: {
    message: 'The view {name} is not the name of a template.',
    fix: 'A name has letters, digits, "-", "_" and "/" between folders, without an ending: "tickets/show".',
  },
  E_VIEW_UNKNOWN: {
    message: 'The view "{name}" does not exist: there is no file {file}.{hint}',
    fix: 'Write the file, or correct the name.',
  },
  E_VIEW_SYNTAX: {
    message: 'The template {file}:{line} cannot be compiled: {reason}',
    fix: 'Correct this line. Tags are <% code %>, <%= value %> and <%~ html %>.',
  },
  E_VIEW_FAILED: {
    message: 'The template {file}:{line} failed: {reason}',
    fix: 'Correct this line, or give the view the value that it needs.',
  },
  E_VIEW_UNDEFINED: {
    message: 'The value is undefined.',
    fix: 'Pass this value to the view. Null prints nothing: write `value ?? null` for a value that may be missing.',
  },
  E_VIEW_PLACE: {
    message: 'The value stands {place}, where escaping cannot make it safe.',
    fix: 'Put the value into a quoted attribute such as data-id="<%= it.id %>", or into the text of the page.',
  },
  E_VIEW_DEPTH: {
    message: 'More than {limit} templates include each other: "{name}" includes itself.',
    fix: 'Remove the circle, or end it by a condition.',
  },
  E_VIEW_COMPONENT: {
    message: 'The component {name} returned {actual}, but must return JSX.',
    fix: 'Return an element. A string would not be escaped.',
  },
  E_VIEW_NEEDS: {
    message: 'The template calls {helper}(), which needs {need}.',
    fix: '{advice}.',
  },
  E_VIEW_ASSERTION: {
    message: '{message}',
    fix: 'Views of the test: {made}.',
  },
});
