import { inspect } from 'node:util';
import { didYouMean } from '@taproot/core/plugin';
import { shown } from '../check-call.ts';
import { errors } from '../errors.ts';
import { type FieldPath, parseFieldPath, wildcard } from '../language/field-path.ts';
import type { StandardSchema } from '../language/standard-schema.ts';
import { checkMessageKeys } from '../messages/check-keys.ts';
import { FormRequest } from './form-request.ts';
import { checkRuledNames, RuledForm, SchemaForm } from './ruled-form.ts';

/** Refuses a function that is not the class of a form request. */
export const checkFormClass = (given: Function): void => {
  if (given.prototype instanceof FormRequest) return;
  const fix = 'Give an object of rules by field, or a class that extends FormRequest';
  throw errors.E_VALIDATION_CALL({ call: 'validated', actual: `the function ${given.name || 'without a name'}`, fix });
};

/** Refuses anything but an object of a form request. */
export const checkFormObject = (form: unknown): void => {
  if (form instanceof FormRequest) return;
  const isClass = typeof form === 'function' && form.prototype instanceof FormRequest;
  const fix = isClass
    ? `Give an object of it: validateRequest(new ${form.name}())`
    : 'Give an object of a class that extends FormRequest';
  throw errors.E_VALIDATION_CALL({
    call: 'validateRequest',
    actual: isClass ? `the class ${form.name}` : shown(form),
    fix,
  });
};

type RulesMap = Readonly<Record<string, unknown>>;

/** The names of rules of the last check of each class. They nearly always stay the same, so that the check can be skipped. */
const checked = new WeakMap<object, readonly string[]>();

/** The name of a form's class in errors. */
export const formName = (form: object): string => form.constructor.name || 'without a name';

/** The input field for each property of a form. */
export const formFields = (form: FormRequest): Readonly<Record<string, string>> =>
  (form.constructor as typeof FormRequest).fields;

/** The keys of the messages of the last check of each class. */
const checkedMessages = new WeakMap<object, string>();

/** Refuses messages of a form for fields or rules that it does not have. Rules that depend on the request may lack some fields at times. */
export const checkFormMessages = (form: FormRequest, rules: RulesMap, messages: RulesMap): void => {
  const fixed = form instanceof RuledForm ? (form.constructor as typeof RuledForm).fixed : form.rules.length === 0;
  if (!fixed) return;
  const keys = Object.keys(messages).join('|');
  if (keys === '' || checkedMessages.get(form.constructor) === keys) return;
  checkMessageKeys(messages, rules);
  checkedMessages.set(form.constructor, keys);
};

/**
 * Refuses a form whose rules or `static fields` name an unknown property: such a rule would check input that is never bound,
 * and the intended property would have no rules.
 */
export const checkForm = (form: FormRequest, rules: unknown): RulesMap => {
  if (typeof rules !== 'object' || rules === null || Array.isArray(rules))
    throw errors.E_FORM_RULES({ form: formName(form), reason: `rules() gives ${inspect(rules, { depth: 0 })}` });
  const names = Object.keys(rules);
  const before = checked.get(form.constructor);
  if (before?.length !== names.length || names.some((name, i) => name !== before[i])) {
    if (form instanceof RuledForm) checkRuledNames(formName(form), names);
    else checkNames(form, names);
    checked.set(form.constructor, names);
  }
  return rules as RulesMap;
};

/** Refuses a schema that a function of `formRequest()` makes: its fields are not known before the request. */
export const checkSchemaForm = (form: FormRequest, schema: StandardSchema): StandardSchema => {
  if (!(form instanceof RuledForm) || form instanceof SchemaForm) return schema;
  const reason = 'its function gives a schema; write formRequest(schema), or a class with fields of its own';
  throw errors.E_FORM_RULES({ form: formName(form), reason });
};

const checkNames = (form: FormRequest, names: readonly string[]): void => {
  const fields = formFields(form);
  const properties = Object.keys(form);
  for (const property of Object.keys(fields)) {
    if (properties.includes(property)) continue;
    const hint = didYouMean(property, properties);
    throw errors.E_FORM_FIELD({ form: formName(form), where: 'static fields', field: property, hint });
  }
  const inputs = properties.map((property) =>
    Object.hasOwn(fields, property) ? (fields[property] ?? property) : property.replaceAll(/[.*]/g, String.raw`\$&`),
  );
  const paths = inputs.map(parseFieldPath);
  for (const name of names) {
    const path = parseFieldPath(name);
    if (paths.some((input) => isOnOneLine(path, input))) continue;
    const hint = didYouMean(name.split('.')[0] ?? name, inputs);
    throw errors.E_FORM_FIELD({ form: formName(form), where: 'rules()', field: name, hint });
  }
};

/** Whether two paths are equal, or one leads to the other. */
const isOnOneLine = ({ segments: a }: FieldPath, { segments: b }: FieldPath): boolean =>
  a.slice(0, b.length).every((segment, i) => segment === b[i] || segment === wildcard);
