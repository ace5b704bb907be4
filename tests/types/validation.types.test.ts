import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Context, UploadedFile } from '@taproot/core';
import {
  type Data,
  type FilterName,
  type FormOrRules,
  FormRequest,
  type InferForm,
  type InferRaw,
  type InferValidated,
  Rule,
  type RuleName,
  type RulesInput,
  type ValidatedBy,
  type Validator,
} from '@taproot/validation';
import { defineFilters, defineRules, Rule as SourceRule } from '../../plugins/validation/src/authoring.ts';
import { Validation } from '../../plugins/validation/src/validation.ts';
import { revive } from '../validation/golden-cases.ts';
import { requestWith } from '../validation/request-with.ts';
import { type Equal, expectType, onlyCompiled } from './support.ts';

declare module '@taproot/validation' {
  interface CustomRules {
    phone: string;
    even: number;
    tag_list: string[];
  }
  interface CustomFilters {
    slug: true;
  }
}

/** The validated data of one field called `f`, values as they came. */
type One<Rules> = InferRaw<{ f: Rules }>;

describe('types of one field', () => {
  test('a required field is there, any other may be absent', () => {
    expectType<Equal<One<'required|string'>, { f: string }>>();
    expectType<Equal<One<'string'>, { f?: string }>>();
    expectType<Equal<One<'present|string'>, { f: string }>>();
    expectType<Equal<One<'filled|string'>, { f?: string }>>();
    expectType<Equal<One<'required_if:g,1|string'>, { f?: string }>>();
    expectType<Equal<One<'sometimes|required|string'>, { f?: string }>>();
    expectType<Equal<One<'required'>, { f: unknown }>>();
    expectType<Equal<One<''>, { f?: unknown }>>();
  });

  test('null passes where rules are skipped on it, and nowhere else', () => {
    expectType<Equal<One<'nullable|string'>, { f?: string | null }>>();
    expectType<Equal<One<'present|nullable|string'>, { f: string | null }>>();
    expectType<Equal<One<'required|nullable|string'>, { f: string }>>();
    expectType<Equal<One<'filled|nullable|integer:strict'>, { f?: number }>>();
  });

  test('a blank text passes every rule that does not demand a value', () => {
    expectType<Equal<One<'integer:strict'>, { f?: number | string }>>();
    expectType<Equal<One<'present|list'>, { f: unknown[] | string }>>();
    expectType<Equal<One<'filled|list'>, { f?: unknown[] }>>();
  });

  test('numbers and booleans stay the texts they came as, unless the rule is strict', () => {
    expectType<Equal<One<'required|integer'>, { f: number | string }>>();
    expectType<Equal<One<'nullable|integer'>, { f?: number | string | null }>>();
    expectType<Equal<One<'required|uint|max:9'>, { f: number | string }>>();
    expectType<Equal<One<'required|numeric|multiple_of:2'>, { f: number | string }>>();
    expectType<Equal<One<'required|boolean'>, { f: boolean | 0 | 1 | string }>>();
    expectType<Equal<One<'required|integer:strict'>, { f: number }>>();
    expectType<Equal<One<'required|numeric:strict|decimal:2'>, { f: number }>>();
    expectType<Equal<One<'required|boolean:strict'>, { f: boolean }>>();
    expectType<Equal<One<'accepted'>, { f: true | 1 | string }>>();
    expectType<Equal<One<'declined|boolean:strict'>, { f: false }>>();
  });

  test('texts stay texts', () => {
    expectType<Equal<One<'required|email|confirmed'>, { f: string }>>();
    expectType<Equal<One<'required|string|date|after:today'>, { f: string }>>();
    expectType<Equal<One<'required|date'>, { f: string | Date }>>();
    expectType<Equal<One<'required|date_format:Y-m-d|before:2030-01-01'>, { f: string }>>();
    expectType<Equal<One<'required|starts_with:a'>, { f: string | number | boolean }>>();
    expectType<Equal<One<'required|min:3'>, { f: unknown }>>();
  });

  test('a choice is a union of what compares equal to it', () => {
    expectType<Equal<One<'required|in:a,b'>, { f: 'a' | 'b' }>>();
    expectType<Equal<One<'filled|in:a,b'>, { f?: 'a' | 'b' }>>();
    expectType<Equal<One<'in:a,b'>, { f?: string }>>();
    expectType<Equal<One<'required|in:1,2.0'>, { f: 1 | '1' | '2.0' }>>();
    expectType<Equal<One<'required|integer:strict|in:0,1,2'>, { f: 0 | 1 | 2 }>>();
    expectType<Equal<One<'required|in:true'>, { f: true | 'true' }>>();
    expectType<Equal<One<'required|list|in:a,b'>, { f: ('a' | 'b')[] }>>();
    expectType<Equal<One<'required|string|in:a\\,b'>, { f: string }>>();
    expectType<Equal<One<'required|string|not_in:a'>, { f: string }>>();
  });

  test('lists, maps and files', () => {
    expectType<Equal<One<'required|list'>, { f: unknown[] }>>();
    expectType<Equal<One<'required|map'>, { f: Record<string, unknown> }>>();
    expectType<Equal<One<'required|array:a,b'>, { f: unknown[] | Record<string, unknown> }>>();
    expectType<Equal<One<'required|array|list|max:3'>, { f: unknown[] }>>();
    expectType<Equal<One<'required_array_keys:a'>, { f: Record<string, unknown> }>>();
    expectType<Equal<One<'required|file'>, { f: UploadedFile | UploadedFile[] }>>();
    expectType<Equal<One<'required|image|max:2048'>, { f: UploadedFile | UploadedFile[] }>>();
    expectType<Equal<One<'required|list|mimes:png'>, { f: UploadedFile[] }>>();
  });

  test('what is excluded is not there', () => {
    expectType<Equal<InferRaw<{ a: 'exclude|required'; b: 'required|string' }>, { b: string }>>();
    expectType<Equal<InferRaw<{ a: 'missing'; b: 'required|string' }>, { b: string }>>();
    expectType<Equal<One<'exclude_if:g,1|required|string'>, { f?: string }>>();
  });

  test("rules of the application's own say their type", () => {
    expectType<Equal<One<'required|phone'>, { f: string }>>();
    expectType<Equal<One<'required|even|min:2'>, { f: number }>>();
    expectType<Equal<One<'required|numeric|even'>, { f: number }>>();
    expectType<Equal<One<'filled|tag_list:3'>, { f?: string[] }>>();
    expectType<Equal<Extract<RuleName, 'phone' | 'even' | 'string' | 'strng'>, 'phone' | 'even' | 'string'>>();
    expectType<Equal<Extract<FilterName, 'slug' | 'trim' | 'trm'>, 'slug' | 'trim'>>();
  });

  test('bars within a pattern, escaped bars and blanks are read as at run time', () => {
    expectType<Equal<One<'required|string|regex:^(a|nullable|list)$'>, { f: string }>>();
    expectType<Equal<One<'not_regex:a|required|string'>, { f?: string | number | boolean }>>();
    expectType<Equal<One<'required|in:a\\|b,c'>, { f: 'a|b' | 'c' }>>();
    expectType<Equal<One<' required | string | '>, { f: string }>>();
    expectType<Equal<One<'required|in: a'>, { f: ' a' }>>();
  });
});

describe('types of lists of rules', () => {
  test('are those of the same rules in one text', () => {
    expectType<Equal<One<readonly ['required', 'string', 'max:3']>, { f: string }>>();
    expectType<Equal<One<['required', 'regex:^a|b$', 'string']>, { f: string }>>();
    expectType<Equal<One<readonly [' required ', '', readonly ['list']]>, { f: unknown[] }>>();
  });

  test('rule objects and functions only narrow what may pass', () => {
    expectType<Equal<One<readonly ['required', 'string', ReturnType<typeof Rule.in>]>, { f: string }>>();
    expectType<Equal<One<readonly ['required', 'string', (value: unknown) => boolean]>, { f: string }>>();
    expectType<Equal<One<readonly ['required', RegExp]>, { f: string | number | boolean }>>();
    expectType<Equal<One<readonly ['required', ReturnType<typeof Rule.password>]>, { f: string }>>();
  });

  test('what the compiler cannot read is unknown', () => {
    expectType<Equal<One<string>, { f?: unknown }>>();
    expectType<Equal<One<readonly ['required', string]>, { f?: unknown }>>();
    expectType<Equal<One<readonly string[]>, { f?: unknown }>>();
    expectType<Equal<One<readonly ['required', ReturnType<typeof Rule.when>]>, { f?: unknown }>>();
    expectType<Equal<One<readonly ['required' | 'nullable', 'string']>, { f?: unknown }>>();
    expectType<Equal<One<`required|string|max:${number}`>, { f: string }>>();
    expectType<Equal<One<`required|${string}`>, { f?: unknown }>>();
    expectType<Equal<InferRaw<Record<string, string>>, Record<string, unknown>>>();
    expectType<Equal<InferRaw<{ 'a\\.b': 'required' }>, Record<string, unknown>>>();
  });

  test('one of several rules gives one of several types', () => {
    expectType<Equal<One<'required|string' | 'required|list'>, { f: string | unknown[] }>>();
    expectType<Equal<One<'required|string' | 'nullable|string'>, { f?: string | null }>>();
  });
});

describe('types of nested fields', () => {
  test('dots are maps', () => {
    type User = InferRaw<{ 'user.name': 'required|string'; 'user.age': 'filled|integer:strict' }>;
    expectType<Equal<User, { user: { name: string; age?: number } }>>();
    expectType<Equal<InferRaw<{ 'user.name': 'string' }>, { user?: { name?: string } }>>();
    expectType<Equal<InferRaw<{ 'a.b.c.d': 'required|string' }>, { a: { b: { c: { d: string } } } }>>();
    expectType<Equal<InferRaw<{ 'a.b': 'exclude'; 'a.c': 'required|string' }>, { a: { c: string } }>>();
  });

  test('rules of the map itself say whether it is there', () => {
    expectType<Equal<InferRaw<{ u: 'required|map'; 'u.n': 'string' }>, { u: { n?: string } }>>();
    expectType<Equal<InferRaw<{ u: 'nullable|map|filled'; 'u.n': 'string' }>, { u?: { n?: string } }>>();
    expectType<Equal<InferRaw<{ u: 'nullable|map'; 'u.n': 'required|string' }>, { u: { n: string } }>>();
    expectType<Equal<InferRaw<{ u: 'exclude_if:a,1|map'; 'u.n': 'required|string' }>, { u?: { n: string } }>>();
    expectType<Equal<InferRaw<{ u: 'exclude'; 'u.n': 'required|string'; a: 'required' }>, { a: unknown }>>();
    expectType<Equal<InferRaw<{ u: 'required'; 'u.n': 'string' }>, { u: unknown }>>();
  });

  test('wildcards are lists where rules say so, else lists or maps: both have entries', () => {
    type Tags<Rules> = InferRaw<{ tags: Rules; 'tags.*': 'required|string' }>;
    expectType<Equal<Tags<'required|list'>, { tags: string[] }>>();
    expectType<Equal<Tags<'required|map'>, { tags: Record<string, string> }>>();
    expectType<Equal<Tags<'required|array'>, { tags: string[] | Record<string, string> }>>();
    expectType<Equal<Tags<readonly ['filled', 'list', 'max:3']>, { tags?: string[] }>>();
    expectType<Equal<Tags<'required'>, { tags: unknown }>>();
    expectType<Equal<InferRaw<{ 'tags.*': 'string' }>, { tags?: string[] | Record<string, string> }>>();
    expectType<Equal<InferRaw<{ '*': 'required|string' }>, Record<string, string>>>();
  });

  test('wildcards within paths are lists of maps', () => {
    type Items = InferRaw<{
      items: 'required|list';
      'items.*.price': 'required|numeric:strict';
      'items.*.tags': 'required|list';
      'items.*.tags.*': 'required|in:a,b';
    }>;
    expectType<Equal<Items, { items: { price: number; tags: ('a' | 'b')[] }[] }>>();
    type Matrix = InferRaw<{ m: 'required|list'; 'm.*': 'required|list'; 'm.*.*': 'required|integer:strict' }>;
    expectType<Equal<Matrix, { m: number[][] }>>();
  });

  test('an entry of which nothing may be kept may be null', () => {
    type Loose = InferRaw<{ items: 'required|list'; 'items.*.price': 'string' }>;
    expectType<Equal<Loose, { items: ({ price?: string } | null)[] }>>();
    type Sure = InferRaw<{ items: 'required|list'; 'items.*': 'map'; 'items.*.price': 'required|string' }>;
    expectType<Equal<Sure, { items: { price: string }[] }>>();
    type Matrix = InferRaw<{ m: 'required|list'; 'm.*.*': 'required|string' }>;
    expectType<Equal<Matrix, { m: (string[] | Record<string, string> | null)[] }>>();
    type Excluded = InferRaw<{ t: 'required|list'; 't.*': 'exclude_if:a,1|required|string' }>;
    expectType<Equal<Excluded, { t: string[] }>>();
  });

  test('places known by key and by wildcard, indexes and great depths are unknown', () => {
    expectType<Equal<InferRaw<{ 't.*': 'required|string'; 't.a': 'nullable' }>, { t?: unknown }>>();
    expectType<Equal<InferRaw<{ 't.1': 'required|string' }>, { t?: unknown }>>();
    type Deep = InferRaw<{ 'a.b.c.d.e.f.g.h.i.j.k': 'required|string' }>;
    expectType<Equal<Deep['a'], { b?: { c?: { d?: { e?: { f?: { g?: { h?: unknown } } } } } } } | undefined>>();
  });
});

/** The validated data of one field called `f`, with the types that rules stand for. */
type Typed<Rules> = InferValidated<{ f: Rules }>;

describe('types of values that have become what their rules stand for', () => {
  test('numbers and booleans are no texts any more', () => {
    expectType<Equal<Typed<'required|integer'>, { f: number }>>();
    expectType<Equal<Typed<'required|uint|max:9'>, { f: number }>>();
    expectType<Equal<Typed<'numeric'>, { f?: number }>>();
    expectType<Equal<Typed<'required|decimal:2'>, { f: number }>>();
    expectType<Equal<Typed<'required|boolean'>, { f: boolean }>>();
    expectType<Equal<Typed<'required|integer:strict'>, { f: number }>>();
    expectType<Equal<Typed<'required|boolean|integer'>, { f: number }>>();
    expectType<Equal<Typed<'required|digits:5'>, { f: string | number }>>();
    expectType<Equal<Typed<readonly ['required', 'integer', 'min:1']>, { f: number }>>();
  });

  test('a field left empty is absent, or null, and a text stays one', () => {
    expectType<Equal<Typed<'nullable|integer'>, { f?: number | null }>>();
    expectType<Equal<Typed<'present|nullable|integer'>, { f: number | null }>>();
    expectType<Equal<Typed<'present|integer'>, { f?: number }>>();
    expectType<Equal<Typed<'present|string'>, { f: string }>>();
    expectType<Equal<Typed<'nullable|list'>, { f?: unknown[] | null }>>();
    expectType<Equal<Typed<'nullable|string'>, { f?: string | null }>>();
    expectType<Equal<Typed<'email'>, { f?: string }>>();
  });

  test('a choice is one of its values, and of the numbers that they are', () => {
    expectType<Equal<Typed<'in:a,b'>, { f?: 'a' | 'b' }>>();
    expectType<Equal<Typed<'required|integer|in:1,2'>, { f: 1 | 2 }>>();
    expectType<Equal<Typed<'required|integer|in:01,2'>, { f: number }>>();
    expectType<Equal<Typed<'required|in:1'>, { f: 1 | '1' }>>();
    expectType<Equal<Typed<'required|boolean|in:1,true'>, { f: boolean }>>();
    expectType<Equal<Typed<'required|list|in:a,b'>, { f: ('a' | 'b')[] }>>();
  });

  test('a file is one, unless rules say that it is a list', () => {
    expectType<Equal<Typed<'required|file'>, { f: UploadedFile }>>();
    expectType<Equal<Typed<'image|max:2048'>, { f?: UploadedFile }>>();
    expectType<Equal<Typed<'required|list|mimes:png'>, { f: UploadedFile[] }>>();
    expectType<Equal<InferValidated<{ 'f.*': 'file'; f: 'required|list' }>, { f: (UploadedFile | null)[] }>>();
    expectType<Equal<InferValidated<{ 'f.*': 'required|file'; f: 'required|list' }>, { f: UploadedFile[] }>>();
  });

  test('what is accepted stays as it came, unless it is a boolean', () => {
    expectType<Equal<Typed<'accepted'>, { f: true | 1 | string }>>();
    expectType<Equal<Typed<'accepted|boolean'>, { f: boolean }>>();
  });

  test('in lists and maps', () => {
    expectType<Equal<InferValidated<{ 't.*': 'required|integer' }>, { t?: number[] }>>();
    expectType<Equal<InferValidated<{ 'm.*.*': 'required|integer' }>, { m?: (number[] | null)[] }>>();
    expectType<Equal<InferValidated<{ 'i.*.tags.*': 'required|string' }>, { i?: ({ tags?: string[] } | null)[] }>>();
    expectType<Equal<InferValidated<{ t: 'list'; 't.*': 'required|integer' }>, { t?: number[] }>>();
    expectType<Equal<InferValidated<{ t: 'list'; 't.*': 'integer' }>, { t?: (number | null)[] }>>();
    expectType<Equal<InferValidated<{ 'u.age': 'required|integer'; u: 'map' }>, { u: { age: number } }>>();
    expectType<
      Equal<InferValidated<{ i: 'required|list'; 'i.*': 'map'; 'i.*.n': 'required|integer' }>, { i: { n: number }[] }>
    >();
  });

  test('custom rules narrow them, and unknown ones make them unknown', () => {
    expectType<Equal<Typed<'required|numeric|even'>, { f: number }>>();
    expectType<Equal<Typed<string>, { f?: unknown }>>();
    expectType<Equal<InferValidated<Record<string, string>>, Record<string, unknown>>>();
  });
});

describe('rules that are given', () => {
  test('to make(), validate() and validated() give the type of their data', () => {
    onlyCompiled(async (ctx: Context, validation: Validation) => {
      const rules = { title: 'required|string', tags: ['required', 'list'], 'tags.*': 'required|string' } as const;
      interface Valid {
        title: string;
        tags: string[];
      }
      const made = await validation.make(null, {}, { title: 'required|string', n: ['filled', 'integer:strict'] });
      expectType<Equal<typeof made, Validator<{ title: string; n?: number }, 'title' | 'n'>>>();
      const validator = await ctx.request().validate(rules, { filters: { title: 'trim' } });
      const fromValidator: Valid = validator.validated();
      const data = await ctx.request().validated({ ...rules, 'user.name': 'required|in:a,b' });
      const whole: Valid & { user: { name: 'a' | 'b' } } = data;
      // @ts-expect-error no rule speaks of it
      void data.other;
      // @ts-expect-error a text has no such method
      made.validated().title.toFixed();
      return [fromValidator, whole];
    });
  });

  test('as plain texts and lists are taken as they are', () => {
    onlyCompiled(
      async (
        ctx: Context,
        text: string,
        texts: string[],
        map: Record<string, unknown>,
        lists: Record<string, string[]>,
      ) => {
        const data = await ctx.request().validated({ a: text, b: texts, c: [text, 'string'], d: `min:${text}` });
        expectType<Equal<typeof data, { a?: unknown; b?: unknown; c?: unknown; d?: unknown }>>();
        const loose = await ctx.request().validated(map);
        expectType<Equal<typeof loose, Record<string, unknown>>>();
        const validator = await ctx.request().validate(lists);
        expectType<Equal<ReturnType<typeof validator.validated>, Record<string, unknown>>>();
      },
    );
  });

  test('rules of defineRules() can be written where their data is destructured', () => {
    onlyCompiled(async (ctx: Context) => {
      const { label } = await ctx.request().validated(defineRules({ label: 'required|string' }));
      expectType<Equal<typeof label, string>>();
    });
  });

  test('functions in lists know their parameters', () => {
    onlyCompiled(async (ctx: Context) => {
      const data = await ctx.request().validated({
        first: ['required', 'string', (value) => value !== 'root' || 'Taken.'],
        second: [
          'required',
          /^a/,
          Rule.in(['a']),
          Rule.anyOf(['email']),
          async (value, data) => data.has(String(value)),
        ],
        third: (value) => {
          expectType<Equal<typeof value, unknown>>();
          return true;
        },
        fourth: [
          'list',
          (_value, data, ctx) => {
            expectType<Equal<[typeof data, typeof ctx], [Data, Context | null]>>();
            return 'No.';
          },
        ],
      });
      expectType<Equal<typeof data.first, string>>();
    });
  });

  test('do not compile with a name that no rule bears', () => {
    onlyCompiled((ctx: Context, validation: Validation) => [
      defineRules({ f: 'required|string|max:255' }),
      // @ts-expect-error a letter is missing
      defineRules({ f: 'required|strng' }),
      // @ts-expect-error a letter is missing
      defineRules({ f: 'requird' }),
      // @ts-expect-error names are small
      defineRules({ f: 'Required' }),
      // @ts-expect-error in camel case
      defineRules({ f: 'requiredIf:a,b' }),
      // @ts-expect-error a parameter does not help
      defineRules({ f: 'mix:3' }),
      // @ts-expect-error in the middle
      defineRules({ f: 'required|intger|max:3' }),
      // @ts-expect-error at the end
      defineRules({ f: 'required|max:3|nulable' }),
      // @ts-expect-error a blank before the colon
      defineRules({ f: 'max :3' }),
      // @ts-expect-error a comma for a bar
      defineRules({ f: 'required,string' }),
      // @ts-expect-error a name may not have blanks
      defineRules({ f: 'required string' }),
      // @ts-expect-error the bar is escaped
      defineRules({ f: 'required\\|string' }),
      // @ts-expect-error before a pattern
      defineRules({ f: 'strng|regex:a|b' }),
      // @ts-expect-error the pattern is spelt wrongly
      defineRules({ f: 'regexp:^a$' }),
      // @ts-expect-error any_of is an object: Rule.anyOf([...])
      defineRules({ f: 'any_of:email' }),
      // @ts-expect-error a filter is no rule
      defineRules({ f: 'trim' }),
      // @ts-expect-error the second field
      defineRules({ f: 'required', g: 'requierd' }),
      // @ts-expect-error a nested field
      defineRules({ 'f.g': 'strin' }),
      // @ts-expect-error a wildcard
      defineRules({ 'f.*': 'strin' }),
      // @ts-expect-error in a list
      defineRules({ f: ['required', 'strng'] }),
      // @ts-expect-error two rules in one entry of a list
      defineRules({ f: ['required|string'] }),
      // @ts-expect-error in a list within a list
      defineRules({ f: ['required', ['strng']] }),
      // @ts-expect-error beside a function
      defineRules({ f: ['strng', (value) => value === 1] }),
      // @ts-expect-error one of the alternatives
      defineRules({ f: Math.random() > 0.5 ? 'string' : 'strng' }),
      // @ts-expect-error with a number put in
      defineRules({ f: `mx:${Math.PI}` }),
      // @ts-expect-error a custom rule that nobody merged
      defineRules({ f: 'telephone' }),
      // @ts-expect-error a custom rule, spelt wrongly
      defineRules({ f: 'required|phon' }),
      // @ts-expect-error through make()
      validation.make(null, {}, { f: 'strng' }),
      // @ts-expect-error through validateRequest()
      validation.validateRequest(ctx, { f: 'strng' }),
      // @ts-expect-error through validate()
      ctx.request().validate({ f: 'strng' }),
      // @ts-expect-error through validated()
      ctx.request().validated({ f: 'strng' }),
    ]);
  });

  test('do not compile when they are no rules', () => {
    onlyCompiled((ctx: Context) => [
      // @ts-expect-error a number
      defineRules({ f: 1 }),
      // @ts-expect-error null
      defineRules({ f: null }),
      // @ts-expect-error a number in a list
      defineRules({ f: ['required', 3] }),
      // @ts-expect-error an object that is no rule
      defineRules({ f: ['required', {}] }),
      // @ts-expect-error a function that answers with a number
      defineRules({ f: [() => 1] }),
      // @ts-expect-error a map of rules: nested fields have dots
      defineRules({ f: { g: 'required' } }),
      // @ts-expect-error a list of rules without fields
      ctx.request().validated(['required']),
      // @ts-expect-error a class that is no form request
      ctx.request().validated(Map),
    ]);
  });
});

describe('filters that are given', () => {
  test('do not compile with a name that no filter bears', () => {
    const filters = defineFilters;
    expectType<Equal<ReturnType<typeof filters<{ a: 'trim' }>>, { a: 'trim' }>>();
    onlyCompiled((text: string, texts: string[]) => [
      filters({ a: 'trim|lower', b: ['trim', 'to_int'], c: 'slug:3', 'd.*': ' trim | ', e: text, f: texts }),
      filters({ a: 'trimSpace|camelCase', b: [] }),
      // @ts-expect-error a letter is missing
      filters({ a: 'trm' }),
      // @ts-expect-error the second
      filters({ a: 'trim|lowr' }),
      // @ts-expect-error in a list
      filters({ a: ['trim', 'lowr'] }),
      // @ts-expect-error a rule is no filter
      filters({ a: 'required' }),
      // @ts-expect-error two filters in one entry of a list
      filters({ a: ['trim|lower'] }),
      // @ts-expect-error no filter is a function
      filters({ a: [(value: string) => value] }),
      // @ts-expect-error a pattern is nothing to a filter
      filters({ a: 'trim|regex:a|b' }),
    ]);
  });
});

describe('types of form requests', () => {
  test('follow the rules of the form', () => {
    class StorePost extends FormRequest {
      title: InferForm<StorePost>['title'] = '';
      status: InferForm<StorePost>['status'] = 'draft';
      tags: string[] = [];

      override rules() {
        return defineRules({ title: 'required|string', status: 'required|in:draft,live', 'tags.*': 'string' });
      }
    }
    class Untyped extends FormRequest {
      override rules(): Record<string, unknown> {
        return {};
      }
    }
    expectType<Equal<StorePost['status'], 'draft' | 'live'>>();
    expectType<Equal<InferForm<StorePost>['tags'], string[] | undefined>>();
    expectType<Equal<InferForm<Untyped>, Record<string, unknown>>>();
    onlyCompiled(async (ctx: Context, form: StorePost) => {
      const bound = await ctx.request().validated(StorePost);
      expectType<Equal<typeof bound, StorePost>>();
      // @ts-expect-error not one of the choices
      form.status = 'gone';
      // @ts-expect-error no rule speaks of it
      form.author = 'x';
    });
    expect(new StorePost().rules()).toEqual({
      title: 'required|string',
      status: 'required|in:draft,live',
      'tags.*': 'string',
    });
  });
});

const source = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../../plugins/validation/src/types', file), 'utf8');

/** The kinds that the compiler believes a rule to let through, by the rule's name; null for any. */
const readKinds = (): Map<string, Set<string> | null> => {
  const text = source('built-in-rules.ts');
  const aliases = new Map(
    [...text.matchAll(/^(?:export )?type (\w+) = (.+);$/gm)].map(([, name = '', is = '']) => [name, is]),
  );
  const kindsOf = (union: string): string[] =>
    union
      .split(' | ')
      .flatMap((part) => (part.startsWith("'") ? [part.slice(1, -1)] : kindsOf(aliases.get(part) ?? '')));
  const rows = [...text.matchAll(/^ {2}'?([\w:]+)'?: (.+);$/gm)];
  return new Map(rows.map(([, name = '', is = '']) => [name, is === 'unknown' ? null : new Set(kindsOf(is))]));
};

const kindOf = (value: unknown): string => {
  if (value === 0) return 'zero';
  if (value === 1) return 'one';
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return typeof value === 'string' ? 'text' : 'number';
  if (value instanceof Date) return 'date';
  if (Array.isArray(value)) return 'list';
  return 'clientName' in (value ?? {}) ? 'file' : 'map';
};

const texts =
  'abc ABC a,b 1 12 1.5 true no 2024-02-29 a@b.co http://example.com/ 127.0.0.1 ::1 00:11:22:33:44:55 {} #fff UTC ' +
  'a3bb189e-8bf9-3888-9912-ace4e6543002 a3bb189e-8bf9-4888-9912-ace4e6543002 a3bb189e-8bf9-5888-9912-ace4e6543002 ' +
  '01ARZ3NDEKTSV4RRFFQ69G5FAV password';

const parameters =
  ' :strict :0 :1 :2 :1,2 :a :t,f,1,0 :c,2,e,1,0 :zzz :abc,12,0,1,true,false :12 :true :false :others :. :Y-m-d ' +
  ':2024-02-29 :2000-01-01 :2100-01-01 :ascii :png,txt :image/png,text/plain :min_width=1';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('what the compiler knows of rules', () => {
  const validation = new Validation({
    limits: { fields: 100, failures: 100 },
    timeout: 5,
    services: {
      now: () => Date.UTC(2024, 0, 1),
      presence: null,
      resolver: { resolve: () => Promise.resolve(['93.184.215.14']) },
    },
    translator: null,
    localeOf: () => 'en',
  });
  const kinds = readKinds();
  let folder = '';

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The third argument is of the type the compiler infers, and what run time gives. */
  const gives = async <const R>(rules: RulesInput<R>, data: object, expected: NoInfer<InferRaw<R>>): Promise<void> => {
    const validator = await validation.make(null, data, rules);
    expect(structuredClone(validator.validated())).toEqual(expected);
  };

  /** As `gives`, for what a request sent. */
  const givesTyped = async <const R>(
    rules: FormOrRules<R>,
    data: Readonly<Record<string, unknown>>,
    expected: NoInfer<ValidatedBy<R>>,
  ): Promise<void> => {
    const request = await requestWith(data);
    expect(structuredClone(await request.validated(rules))).toEqual(expected);
  };

  test('are, in a request, what rules make of what a client may send', async () => {
    await givesTyped({ n: 'required|integer' }, { n: ' +012' }, { n: 12 });
    await givesTyped({ n: 'nullable|integer' }, { n: '' }, { n: null });
    await givesTyped({ n: 'integer' }, { n: ' ' }, {});
    await givesTyped({ n: 'present|integer' }, { n: '' }, {});
    await givesTyped({ n: 'numeric' }, { n: '1.50' }, { n: 1.5 });
    await givesTyped({ n: 'required|integer|in:1,2' }, { n: '2' }, { n: 2 });
    await givesTyped({ n: 'required|integer|in:01' }, { n: '01' }, { n: 1 });
    await givesTyped({ n: 'required|digits:3' }, { n: '007' }, { n: '007' });
    await givesTyped({ b: 'required|boolean' }, { b: 'off' }, { b: false });
    await givesTyped({ b: 'required|boolean' }, { b: 1 }, { b: true });
    await givesTyped({ b: 'required|boolean|integer' }, { b: '1' }, { b: 1 });
    await givesTyped({ c: 'in:a,b' }, { c: '' }, {});
    await givesTyped({ l: 'nullable|list' }, { l: '' }, { l: null });
    await givesTyped({ s: 'present|string' }, { s: '' }, { s: '' });
    await givesTyped({ t: 'list', 't.*': 'integer' }, { t: ['1', '', 3] }, { t: [1, null, 3] });
    await givesTyped({ t: 'list', 't.*.n': 'integer' }, { t: [{ n: '1' }, {}, 5] }, { t: [{ n: 1 }, {}, null] });
    await givesTyped({ u: 'map', 'u.n': 'integer' }, { u: '' }, {});
    await givesTyped({ u: 'map', 'u.n': 'integer' }, { u: { n: '1', m: 2 } }, { u: { n: 1 } });
    await givesTyped({ 't.*': 'integer', 't.0': 'nullable' }, { t: ['', '2'] }, { t: [null, 2] });
    await givesTyped({ n: ['required', 'integer', Rule.when(true, 'min:1')] }, { n: '5' }, { n: 5 });
  });

  test('are the odd things that a client may send', async () => {
    await gives({ n: 'required|integer' }, { n: '12' }, { n: '12' });
    await gives({ n: 'nullable|integer' }, { n: '' }, { n: '' });
    await gives({ n: 'integer:strict' }, { n: ' ' }, { n: ' ' });
    await gives({ n: 'present|nullable|list' }, { n: null }, { n: null });
    await gives({ b: 'required|boolean' }, { b: 'off' }, { b: 'off' });
    await gives({ c: 'in:a,b' }, { c: '' }, { c: '' });
    await gives({ c: 'required|in:1' }, { c: 1 }, { c: 1 });
    await gives({ l: 'required|array|in:a,b' }, { l: ['b'] }, { l: ['b'] });
    await gives({ 'u.n': 'string' }, { u: 'x' }, {});
    await gives({ u: 'map', 'u.n': 'string' }, { u: {} }, { u: {} });
    await gives({ u: 'map', 'u.n': 'string' }, { u: '' }, { u: '' });
    await gives({ u: 'required', 'u.n': 'string' }, { u: 'x' }, { u: 'x' });
    await gives({ u: 'exclude_if:a,1|map', 'u.n': 'required|string', a: 'integer:strict' }, { a: 1 }, { a: 1 });
    await gives({ 't.*': 'required|string' }, { t: { map: 'x' } }, { t: { map: 'x' } });
    await gives({ 't.*': 'required|string' }, { t: 'x' }, {});
    await gives({ t: 'required', 't.*': 'string' }, { t: 'x' }, { t: 'x' });
    await gives({ t: 'required|list', 't.*.n': 'string' }, { t: ['x', {}, { n: 'y' }] }, { t: [null, {}, { n: 'y' }] });
    await gives({ t: 'required|list', 't.*.*': 'string' }, { t: [5, [], ['a']] }, { t: [null, null, ['a']] });
    await gives({ t: 'list', 't.*': 'list', 't.*.*': 'string' }, { t: [[], ['a']] }, { t: [[], ['a']] });
    await gives({ t: 'list', 't.*': 'exclude_if:a,1|string', a: 'required' }, { a: 1, t: ['x'] }, { a: 1, t: [] });
    await gives({ 't.*': 'string', 't.0': 'nullable' }, { t: [null, 'a'] }, { t: [null, 'a'] });
    await gives({ '*': 'required|string' }, { a: 'x' }, { a: 'x' });
    await gives({ 'a\\.b': 'required|string' }, { 'a.b': 'x' }, { 'a.b': 'x' });
    await gives({ f: ['required', 'string', SourceRule.when(true, 'sometimes')] }, {}, {});
    await gives({ f: ['string', SourceRule.when(true, 'nullable')] }, { f: null }, { f: null });
  });

  test('are the names that the engine knows, but for what is an object only', () => {
    const names = [...kinds.keys()].filter((name) => !name.includes(':'));
    expect(names.sort()).toEqual(
      validation
        .ruleNames()
        .filter((name) => name !== 'any_of')
        .sort(),
    );
    const filters = [...source('filter-name.ts').matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    expect(filters.sort()).toEqual([...validation.filterNames()].sort());
  });

  test('are the kinds of values that pass them, no more and no less', async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinds-'));
    const image = await revive({ $file: { name: 'a.png', type: 'image/png', base64: png } }, folder);
    const note = await revive({ $file: { name: 'a.txt', type: 'text/plain', text: 'abc' } }, folder);
    const plain = [0, 1, 2, 12, 1.5, true, false, ...texts.split(' ')];
    const samples = [
      ...plain,
      new Date('2024-02-29'),
      image,
      note,
      [image],
      [note],
      [],
      ['a'],
      [1],
      {},
      { a: 1 },
      { 0: 1 },
    ];

    const passing = async (rules: readonly string[]): Promise<string[]> => {
      const validator = await validation.make(null, { f: samples, others: plain }, { 'f.*': rules });
      return samples.filter((_value, i) => !validator.errors().has(`f.${i}`)).map(kindOf);
    };
    /** Wrong parameters are rejected; others may be right. */
    const passingAny = async (name: string): Promise<Set<string>> => {
      const written = name.includes(':') ? [name] : parameters.split(' ').map((parameter) => name + parameter);
      const lists =
        name === 'in' ? [...written.map((text) => [text]), ['list', 'in:a']] : written.map((text) => [text]);
      const found = await Promise.all(lists.map((list) => passing(list).catch(() => [])));
      return new Set(found.flat());
    };

    const believed: Record<string, string[]> = {};
    const found: Record<string, string[]> = {};
    for (const [name, expected] of kinds) {
      if (expected === null) continue;
      believed[name] = [...expected].sort();
      found[name] = [...(await passingAny(name))].sort();
    }
    expect(found).toEqual(believed);
  });
});
