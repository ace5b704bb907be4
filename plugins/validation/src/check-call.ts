import { inspect } from 'node:util';
import { describeValue } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import { isSchema } from './language/standard-schema.ts';
import { isMap } from './values/records.ts';

/** A value as errors show it. */
export const shown = (value: unknown): string =>
  inspect(value, { depth: 0, maxStringLength: 40, breakLength: Infinity });

// Looks for a method of form requests, which no map inherits. It does not import the class, because the file of that class imports this
// one.
const isForm = (rules: unknown): rules is object =>
  typeof rules === 'object' && rules !== null && !isMap(rules) && 'prepareForValidation' in rules;

/** Refuses rules that are neither a map nor a schema. */
export const checkRules = (call: string, rules: unknown): void => {
  if (isForm(rules)) {
    const { name } = rules.constructor;
    const fix = `Give the class itself, ${call}(${name}), which makes its own object`;
    throw errors.E_VALIDATION_CALL({ call, actual: `an object of the form request ${name}`, fix });
  }
  if (Object.prototype.toString.call(rules) === '[object Module]') {
    const fix = `Give one schema: ${call}(z.object({ title: z.string() })), or one export of the module`;
    throw errors.E_VALIDATION_CALL({ call, actual: 'a module for its rules', fix });
  }
  if (typeof rules === 'object' && rules !== null && !Array.isArray(rules)) return;
  // Schemas of some libraries are functions.
  if (isSchema(rules)) return;
  const fix =
    rules === undefined
      ? 'Give an object of rules by field; see whether the import that should hold them exists'
      : 'Give an object of rules by field: { title: "required|string" }';
  throw errors.E_VALIDATION_CALL({ call, actual: `${shown(rules)} for its rules`, fix });
};

/** Kinds of schemas, as zod and Valibot name them, that accept no object. */
const withoutFields = new Set<unknown>(
  'array tuple set map string number boolean bigint date null undefined'.split(' '),
);

/** Refuses a schema that no input fits, because the input of a request is an object. The compiler refuses it, but not in JavaScript. */
export const checkSchemaKind = (call: string, schema: object): void => {
  const kind: unknown = Reflect.get(schema, 'type');
  if (!withoutFields.has(kind)) return;
  const fix = `Put it in an object: ${call}(z.object({ items: z.array(item) })). For any other value, call facades.Validation().judge(value, schema)`;
  throw errors.E_VALIDATION_CALL({
    call,
    actual: `a schema of the kind "${String(kind)}", but a request has fields`,
    fix,
  });
};

/** Refuses options that change messages or input of rules: a schema has messages and transforms of its own. */
export const checkSchemaOptions = (options: object | undefined): void => {
  for (const name of ['messages', 'attributes', 'filters']) {
    const given: unknown = Reflect.get(Object(options), name);
    if (given === undefined || Object.keys(Object(given)).length === 0) continue;
    const fix = `Write ${name === 'filters' ? 'transforms' : 'messages'} in the schema, as its library says`;
    throw errors.E_VALIDATION_CALL({ call: 'validated', actual: `${name} beside a schema`, fix });
  }
};

/** Throws if data was passed in place of the context. */
export const checkContext = (ctx: unknown): void => {
  if (ctx === null || (typeof ctx === 'object' && 'request' in ctx && typeof ctx.request === 'function')) return;
  const fix = 'Call make(ctx, data, rules): the context comes first, and is null outside a request';
  throw errors.E_VALIDATION_CALL({ call: 'make', actual: `${shown(ctx)} for its context`, fix });
};

/** Refuses anything but a list of objects, such as a single object or class. */
export const checkList = (call: string, given: unknown): void => {
  if (typeof given === 'object' && given !== null && Symbol.iterator in given) return;
  const name = typeof given === 'function' ? given.name : given?.constructor.name;
  const fix = `Give a list: ${call}([${name === undefined || name === 'Object' ? '...' : `new ${name}()`}])`;
  throw errors.E_VALIDATION_CALL({ call, actual: `${describeValue(given)} in place of a list`, fix });
};

/** Refuses a registered value that is not an object with these methods. */
export const checkObject = (call: string, given: unknown, methods: readonly string[]): void => {
  if (typeof given === 'function') {
    const fix = `Give an object of it: new ${given.name}()`;
    throw errors.E_VALIDATION_CALL({ call, actual: `the class ${given.name}`, fix });
  }
  const wrong = methods.find((method) => typeof Reflect.get(Object(given), method) !== 'function');
  if (wrong === undefined) return;
  const fix =
    wrong in Object(given)
      ? `${wrong} must be a method: ${wrong}() { ... }`
      : `Give objects that have ${methods.map((method) => `${method}()`).join(', ')}`;
  throw errors.E_VALIDATION_CALL({ call, actual: shown(given), fix });
};
