import { defineErrors } from '@taproot/core';

/** Errors of validation: bad rules and filters are the author's, E_VALIDATION_FAILED is the client's. */
export const errors = defineErrors({
  E_VALIDATION_FAILED: {
    message: 'The input is not valid.',
    fix: 'Correct the fields named in "errors" and send it again.',
    status: 422,
  },
  E_VALIDATION_CALL: {
    message: '{call}() got {actual}.',
    fix: '{fix}.',
    placed: true,
  },
  E_VALIDATION_SETTING: {
    message: 'validation.{setting} cannot be {value}.',
    fix: 'Use {expected}.',
  },
  E_FORM_RULES: {
    message: 'The form request {form} has no rules: {reason}.',
    fix: 'Write rules() so that it returns an object of rules by field: rules() { return { title: "required|string" }; }.',
  },
  E_FORM_FIELD: {
    message: '{where} of the form request {form} names "{field}", which is no property of it.{hint}',
    fix: 'Correct the name, or declare the property with a value: what is no property is never bound.',
    placed: true,
  },
  E_RULE_UNKNOWN: {
    message: 'The field "{field}" names the rule "{rule}", which does not exist.{hint}',
    fix: 'Correct the name, or register a rule of that signature in withRules().',
    placed: true,
  },
  E_RULE_PARAMETERS: {
    message: 'The rule "{rule}" of the field "{field}" cannot be used: {reason}.{hint}',
    fix: '{fix}.',
    placed: true,
  },
  E_RULE_SHAPE: {
    message: 'The rules of the field "{field}" are {actual}.',
    fix: 'Give a text such as "required|string", or a list of rule texts, rule objects, patterns and functions.',
    placed: true,
  },
  E_RULES_EMPTY: {
    message: 'A validation was asked for without any rules.',
    fix: 'Give at least one field its rules.',
    placed: true,
  },
  E_RULE_DUPLICATE: {
    message: 'Two rules are called "{rule}": {first} and {second}.',
    fix: 'Give the custom rule a signature of its own.',
  },
  E_RULE_RESULT: {
    message: 'The rule "{rule}" of the field "{field}" answered {actual} instead of true or false.',
    fix: 'Return a boolean, or a promise of one, from passes().',
  },
  E_RULE_FAILED: {
    message: 'The rule "{rule}" of the field "{field}" failed while it was checking: {reason}.',
    fix: 'See the cause; a rule that cannot decide should say false.',
  },
  E_RULE_TIMEOUT: {
    message: 'The rules did not finish within {seconds} s.',
    fix: 'Let slow rules give up sooner, or raise validation.timeout.',
    status: 503,
  },
  E_FIELD_PATH: {
    message: 'The field path "{path}" is not valid: {reason}.',
    fix: 'Write keys separated by dots; a literal dot or star in a key as \\. or \\*.',
    placed: true,
  },
  E_FIELDS_TOO_MANY: {
    message: 'The input expands to more than {limit} fields under "{field}".',
    fix: 'Send fewer entries, or raise validation.max_fields.',
    status: 413,
  },
  E_FILTER_UNKNOWN: {
    message: 'The field "{field}" names the filter "{filter}", which does not exist.{hint}',
    fix: 'Correct the name, or register a filter of that signature in withFilters().',
    placed: true,
  },
  E_FILTER_SHAPE: {
    message: 'The filters of the field "{field}" are {actual}.',
    fix: 'Give a text such as "trim|lower", or a list of filter texts.',
    placed: true,
  },
  E_FILTER_DUPLICATE: {
    message: 'Two filters are called "{filter}": {first} and {second}.',
    fix: 'Give the custom filter a signature of its own.',
  },
  E_FILTER_FAILED: {
    message: 'The filter "{filter}" of the field "{field}" failed: {reason}.',
    fix: 'See the cause; a filter that cannot convert should return its value as it was.',
  },
  E_PRESENCE_MISSING: {
    message: 'The rule "{rule}" of the field "{field}" needs a database, and no plugin gives one to validation.',
    fix: 'Add the database plugin, or contribute a PresenceVerifier of your own.',
  },
  E_PRESENCE_FAILED: {
    message: 'The database could not answer the rule "{rule}" of the field "{field}".',
    fix: 'See the cause; the input was neither accepted nor refused.',
    status: 503,
  },
  E_PRESENCE_TIMEOUT: {
    message: 'The database did not answer the rule "{rule}" of the field "{field}" within {seconds} s.',
    fix: 'See why the database is slow; the input was neither accepted nor refused.',
    status: 503,
  },
  E_DATA_SHAPE: {
    message: 'The data to validate is {actual}.',
    fix: '{fix}.',
  },
  E_DATA_DEPTH: {
    message: 'The valid data nest deeper than {limit} levels, or hold themselves.',
    fix: 'Send flatter data.',
    status: 422,
  },
  E_DATA_KEY: {
    message: 'The key "{key}" cannot be set: {reason}.',
    fix: 'Set a key below an object, or an index a list has or ends with.',
  },
});
