import { defineErrors } from '@taproot/core';

/** Errors of validation. Invalid rules and filters are mistakes of the application; E_VALIDATION_FAILED is for the client. */
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
    message: 'Configuration "validation.{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/validation.ts or in the options of validation(), or remove it to keep its default.',
  },
  E_FORM_RULES: {
    message: 'The form request {form} has no rules: {reason}.',
    fix: 'Write rules() so that it returns an object of rules by field: rules() { return { title: "required|string" }; }.',
  },
  E_FORM_FIELD: {
    message: '{where} of the form request {form} names "{field}", but the form has no such property.{hint}',
    fix: 'Correct the name, or declare the property with a default value. Only declared properties are filled.',
    placed: true,
  },
  E_FORM_NAME: {
    message: 'The form request {form} cannot have the field "{field}": {reason}.',
    fix: 'Name the field differently, or validate it by rules in place: ctx.request().validated({ ... }).',
    placed: true,
  },
  E_MESSAGE_KEY: {
    message: 'The message "{key}" {reason}, so nothing would show it.{hint}',
    fix: 'Write "field.rule" or "rule" with names that the rules have, or remove the message.',
    placed: true,
  },
  E_RULE_UNKNOWN: {
    message: 'The field "{field}" uses the rule "{rule}", which does not exist.{hint}',
    fix: 'Correct the name, or register a rule with that signature in withRules().',
    placed: true,
  },
  E_RULE_PARAMETERS: {
    message: 'The rule "{rule}" of the field "{field}" cannot be used: {reason}.{hint}',
    fix: '{fix}.',
    placed: true,
  },
  E_RULE_SHAPE: {
    message: 'The rules of the field "{field}" are {actual}.',
    fix: 'Give a string such as "required|string", or a list of rule strings, rule objects, regular expressions and functions.',
    placed: true,
  },
  E_RULES_EMPTY: {
    message: 'validate() was called without any rules.',
    fix: 'Give rules for at least one field.',
    placed: true,
  },
  E_RULE_DUPLICATE: {
    message: 'Two rules have the name "{rule}": {first} and {second}.',
    fix: 'Give the custom rule another signature.',
  },
  E_RULE_RESULT: {
    message: 'The rule "{rule}" of the field "{field}" returned {actual} instead of true or false.',
    fix: 'Return a boolean, or a promise of one, from passes().',
  },
  E_RULE_FAILED: {
    message: 'The rule "{rule}" of the field "{field}" threw an error: {reason}.',
    fix: 'See the cause. A rule that cannot decide must return false.',
  },
  E_RULE_TIMEOUT: {
    message: 'The rules did not finish within {seconds} s.',
    fix: 'Give slow rules a shorter time-out of their own, or raise validation.timeout.',
    status: 503,
  },
  E_SCHEMA_FAILED: {
    message: 'The schema of {vendor} threw an error: {reason}.',
    fix: 'See the cause. A transform or refinement that cannot decide must add an issue, as its library says.',
  },
  E_SCHEMA_RESULT: {
    message: 'The schema of {vendor} gave neither a value nor issues.',
    fix: 'Give a schema whose "~standard".validate() follows Standard Schema 1: see https://standardschema.dev.',
  },
  E_SCHEMA_TIMEOUT: {
    message: 'The schema of {vendor} did not finish within {seconds} s.',
    fix: 'Give slow refinements a shorter time-out of their own, or raise validation.timeout.',
    status: 503,
  },
  E_FIELD_PATH: {
    message: 'The field path "{path}" is not valid: {reason}.',
    fix: 'Separate keys by dots. Write a literal dot or star within a key as \\. or \\*.',
    placed: true,
  },
  E_FIELDS_TOO_MANY: {
    message: 'The input expands to more than {limit} fields under "{field}".',
    fix: 'Send fewer entries, or raise validation.max_fields.',
    status: 413,
  },
  E_FILTER_UNKNOWN: {
    message: 'The field "{field}" uses the filter "{filter}", which does not exist.{hint}',
    fix: 'Correct the name, or register a filter with that signature in withFilters().',
    placed: true,
  },
  E_FILTER_SHAPE: {
    message: 'The filters of the field "{field}" are {actual}.',
    fix: 'Give a string such as "trim|lower", or a list of filter strings.',
    placed: true,
  },
  E_FILTER_DUPLICATE: {
    message: 'Two filters have the name "{filter}": {first} and {second}.',
    fix: 'Give the custom filter another signature.',
  },
  E_FILTER_FAILED: {
    message: 'The filter "{filter}" of the field "{field}" failed: {reason}.',
    fix: 'See the cause. A filter that cannot convert a value must return it unchanged.',
  },
  E_PRESENCE_MISSING: {
    message: 'The rule "{rule}" of the field "{field}" needs a database, but no plugin provides one.',
    fix: 'Add database() of @taproot/database to the plugins, or provide a PresenceVerifier through the plugin key `presence`.',
  },
  E_PRESENCE_FAILED: {
    message: 'The database could not answer the rule "{rule}" of the field "{field}".',
    fix: 'See the cause. The input was neither accepted nor rejected.',
    status: 503,
  },
  E_PRESENCE_TIMEOUT: {
    message: 'The database did not answer the rule "{rule}" of the field "{field}" within {seconds} s.',
    fix: 'Find out why the database is slow. The input was neither accepted nor rejected.',
    status: 503,
  },
  E_DATA_SHAPE: {
    message: 'The data to validate is {actual}.',
    fix: '{fix}.',
  },
  E_DATA_DEPTH: {
    message: 'The validated data is nested deeper than {limit} levels, or contains itself.',
    fix: 'Send flatter data.',
    status: 422,
  },
  E_DATA_KEY: {
    message: 'The key "{key}" cannot be set: {reason}.',
    fix: 'Set a key of an object, or an index of a list that exists or comes directly after its last entry.',
  },
});
