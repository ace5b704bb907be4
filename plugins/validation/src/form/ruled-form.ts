import type { Context } from '@taproot/core';
import { checkRules, checkSchemaOptions } from '../check-call.ts';
import { checkBuiltIn } from '../engine/rule-check.ts';
import { errors } from '../errors.ts';
import type { FilterMap } from '../filters/apply-filters.ts';
import { parseFieldPath, wildcard } from '../language/field-path.ts';
import { freezeRules } from '../language/rule-spec.ts';
import { isSchema, type StandardSchema } from '../language/standard-schema.ts';
import { checkMessageKeys } from '../messages/check-keys.ts';
import type { ValidationOptions } from '../options.ts';
import { FormRequest } from './form-request.ts';

type RulesMap = Readonly<Record<string, unknown>>;

/** A form request whose properties are the fields that its rules name. */
export abstract class RuledForm extends FormRequest {
  /** Whether its rules are the same for every request. */
  static readonly fixed: boolean = true;
}

/** A form request whose properties are those that its schema gives. */
export abstract class SchemaForm extends RuledForm {}

/** Copies what a schema gave into the form. A schema that keeps unknown keys lets clients choose names, so members of the form stay. */
export const bindSchema = <Form extends SchemaForm>(form: Form, valid: RulesMap): Form => {
  for (const [name, value] of Object.entries(valid))
    if (name !== 'rules' && !(name in FormRequest.prototype))
      Object.defineProperty(form, name, { value, writable: true, enumerable: true, configurable: true });
  return form;
};

/** Copies the valid input into the form: a property for each field that was sent. */
export const bindRuled = <Form extends RuledForm>(form: Form, input: RulesMap): Form => Object.assign(form, input);

/** Throws for rules with the name of a form's member, or for fields of any name, because the input would replace the member. */
export const checkRuledNames = (form: string, names: readonly string[]): void => {
  for (const name of names) {
    const first = parseFieldPath(name).segments[0];
    if (first === wildcard) throw errors.E_FORM_NAME({ form, field: name, reason: 'it matches fields of any name' });
    if (first === 'rules' || (first !== undefined && first in FormRequest.prototype))
      throw errors.E_FORM_NAME({ form, field: name, reason: `every form request has a member "${first}"` });
  }
};

/** Rules, or a function that makes them for a request. */
export type RuledBy = RulesMap | ((ctx: Context) => RulesMap | Promise<RulesMap>);

/** The class for `formRequest()` of a schema. */
const schemaClass = (schema: StandardSchema, options: ValidationOptions): (new () => FormRequest) => {
  checkSchemaOptions(options);
  return class extends SchemaForm {
    override rules(): StandardSchema {
      return schema;
    }

    override prepareForValidation(...given: Parameters<FormRequest['prepareForValidation']>) {
      return options.prepareForValidation?.(...given);
    }
  };
};

/** The class for `formRequest()`. If the rules are given as a map, checks them now. */
export const ruledClass = (rules: RuledBy | StandardSchema, options: ValidationOptions): (new () => FormRequest) => {
  if (isSchema(rules)) return schemaClass(rules, options);
  const { filters = {}, messages = {}, attributes = {} } = options;
  if (typeof rules !== 'function') {
    checkRules('formRequest', rules);
    checkBuiltIn(rules);
    checkRuledNames('of formRequest()', Object.keys(rules));
    checkMessageKeys(messages, rules);
    freezeRules(rules);
  }
  return class extends RuledForm {
    static override readonly fixed = typeof rules !== 'function';

    override rules(ctx: Context): RulesMap | Promise<RulesMap> {
      return typeof rules === 'function' ? rules(ctx) : rules;
    }

    override filters(): FilterMap {
      return filters;
    }

    override messages(): Readonly<Record<string, string>> {
      return messages;
    }

    override attributes(): Readonly<Record<string, string>> {
      return attributes;
    }

    override prepareForValidation(...given: Parameters<FormRequest['prepareForValidation']>) {
      return options.prepareForValidation?.(...given);
    }
  };
};
