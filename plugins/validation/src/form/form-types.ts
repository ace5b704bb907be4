import type { StandardSchema } from '../language/standard-schema.ts';
import type { FieldName, MessagesInput } from '../types/field-names.ts';
import type { InferValidated } from '../types/infer-validated.ts';
import type { RulesInput } from '../types/rules-input.ts';
import type { FormRequest } from './form-request.ts';

/** A rule, or an entry of `static fields`, for an unknown property of the form. */
export interface NoSuchProperty<Name> {
  readonly 'the form lacks the property': Name;
}

/** A property that cannot hold what its rules let through. */
export interface RulesDisagree<Property, Declared, ByItsRules> {
  readonly 'the rules of the property': Property;
  readonly 'give what it is not declared to hold': [Declared, ByItsRules];
}

/** Rules whose strings the compiler does not know, so that it cannot compare them with the property. */
export interface RulesNotRead<Field> {
  readonly 'extend formRequest({ ... }), or return the rules through defineRules({ ... }); not read are the rules of': Field;
}

/** A method that nothing calls, because its name is not the one that form requests have. */
export interface NeverCalled<Method> {
  readonly 'nothing calls the method': Method;
}

/** A message, name or filter of a field without rules. */
export interface NoRulesFor<Key> {
  readonly 'the form has no rules for': Key;
}

/**
 * The class of a form, or a type that describes the mistake in a compile error. The compiler never takes the first branch, as in
 * `RulesInput`.
 */
export type CheckedForm<Class> = Class extends never
  ? Class
  : Class extends { readonly fields: infer Fields; new (): infer Form }
    ? Form extends FormRequest
      ? Checked<Form, Fields, Class>
      : Class
    : Class;

/** Like `CheckedForm`, for an object of the class. The compiler does not see its `static fields`. */
export type CheckedFormObject<Form extends FormRequest> = Checked<Form, Elsewhere, Form>;

type Checked<Form extends FormRequest, Fields, Right> = FirstOf<
  [
    MethodFault<Form>,
    FieldsFault<Exclude<keyof Fields, keyof Form>, Fields>,
    RulesFault<Form, Awaited<ReturnType<Form['rules']>>, Fields>,
    KeysFault<Form, Awaited<ReturnType<Form['rules']>>>,
    UnreadFault<Awaited<ReturnType<Form['rules']>>>,
  ],
  Right
>;

type FirstOf<Faults extends readonly unknown[], Right> = Faults extends readonly [infer First, ...infer Rest]
  ? [First] extends [never]
    ? FirstOf<Rest, Right>
    : First
  : Right;

type MethodFault<Form> = {
  [Name in Exclude<keyof Form, keyof FormRequest>]: Form[Name] extends (...args: never[]) => unknown
    ? Name extends `auth${string}` | `is${string}uthor${string}` | `prepare${string}` | Singular
      ? NeverCalled<Name>
      : never
    : never;
}[Exclude<keyof Form, keyof FormRequest>];

type Singular = 'rule' | 'filter' | 'message' | 'attribute';

type FieldsFault<Unknown, Fields> = string extends keyof Fields
  ? never
  : Fields extends Elsewhere
    ? never
    : [Unknown] extends [never]
      ? never
      : NoSuchProperty<Unknown>;

/** Maps with any keys are checked at run time. */
type RulesFault<Form, Rules, Fields> = string extends keyof Rules
  ? never
  : ValuesFault<Form, Form, InferValidated<Rules>, Fields>;

/** A map with any keys has no fields to compare. */
type UnreadFault<Rules> = [string extends keyof Rules ? true : Rules extends StandardSchema ? true : false] extends [
  true,
]
  ? never
  : { [Field in keyof Rules]-?: string extends Rules[Field] ? RulesNotRead<Field> : never }[keyof Rules];

type ValuesFault<Form, All, Valid, Fields> = string extends keyof Valid
  ? never
  : {
      [Name in keyof Valid]-?: PropertyOf<Name, Fields> extends infer Property
        ? Property extends keyof Form
          ? Disagreement<Property, All[Property & keyof All], Exclude<Valid[Name], undefined>>
          : Missing<Property, Fields>
        : never;
    }[keyof Valid];

/** Stands for `static fields` that the compiler does not see. */
interface Elsewhere {
  readonly elsewhere: true;
}

/** The property for an input: from `static fields`, otherwise the one with the same name. */
type PropertyOf<Name, Fields> = string extends keyof Fields
  ? Name
  : [PropertyFor<Name, Fields>] extends [never]
    ? Name
    : PropertyFor<Name, Fields>;

type PropertyFor<Name, Fields> = {
  [Property in keyof Fields]: Fields[Property] extends Name ? Property : never;
}[keyof Fields];

/** No faults if `static fields` may name the input: they are not literals, or the compiler does not see them. */
type Missing<Name, Fields> = Fields extends Elsewhere
  ? never
  : string extends keyof Fields
    ? NoSuchProperty<Name>
    : string extends Fields[keyof Fields]
      ? never
      : NoSuchProperty<Name>;

type Disagreement<Name, Declared, Value> = unknown extends Value
  ? never
  : [Value] extends [Declared]
    ? never
    : RulesDisagree<Name, Declared, Value>;

type KeysFault<Form extends FormRequest, Rules> = [
  string extends keyof Rules ? true : Rules extends StandardSchema ? true : false,
] extends [true]
  ? never
  :
      | Stray<keyof ReturnType<Form['messages']>, keyof MessagesInput<Rules>>
      | Stray<keyof ReturnType<Form['attributes']>, FieldName<Rules> | `${FieldName<Rules>}_confirmation`>;

type Stray<Key, Known> = string extends Key
  ? never
  : [Exclude<Key, Known>] extends [never]
    ? never
    : NoRulesFor<Exclude<Key, Known>>;

/** The type that the rules of a form request guarantee, when `rules()` returns `defineRules({...})` or is `as const`. */
export type InferForm<Form extends { rules(...args: never[]): unknown }> = InferValidated<
  Awaited<ReturnType<Form['rules']>>
>;

/** The class of a form request, for `validated()`. */
export type FormClass = new () => FormRequest;

/**
 * The argument of `validated()`: the class of a form request, rules, or a schema. Only one signature, so that a mistake gives only one compile error.
 */
export type FormOrRules<R> = R extends AnyClass ? ClassInput<R> : RulesInput<R>;

type AnyClass = abstract new (...given: never[]) => unknown;

/** An invalid form class gives a compile error in the call. */
type ClassInput<R> = R extends FormClass ? CheckedForm<R> : R extends { readonly fields: object } ? R : FormClass;

/** The result of `validated()`: the bound form, or the valid data. */
export type ValidatedBy<R> = R extends AnyClass ? InstanceType<R> : InferValidated<R>;
