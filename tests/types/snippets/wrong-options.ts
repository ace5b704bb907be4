import type { WrongLines } from './snippet.ts';

/** Filters that do not exist, and of fields without rules. */
export const wrongFilters: WrongLines = [
  [`filters({ a: 'trm' })`, /Did you mean '"trim"'/],
  [`filters({ a: 'trim|lowr' })`, /Did you mean '"trim\|lower"'/],
  [`filters({ a: 'trmi|lower' })`, /Did you mean '"trim\|lower"'/],
  [`filters({ a: ['trim', 'lowr'] })`, /Did you mean '"lower"'/],
  [`filters({ a: ['trim|lower'] })`, /FilterName/],
  [`filters({ a: 'required' })`, /FilterName|FilterAmong/],
  [`filters({ a: [(value: string) => value] })`, /FilterName/],
  [`filters({ a: 5 })`, /not assignable/],
  [`filters({ a: 'trim|regex:a|b' })`, /FilterAmong/],
  [`ctx.request().validated({ title: 'string' }, { filters: { titel: 'trim' } })`, /did you mean to write 'title'/i],
  [`ctx.request().validated({ title: 'string' }, { filters: { title: 'trm' } })`, /trim/],
  [`validation.make(null, {}, { title: 'string' }, { filters: { titel: 'trim' } })`, /did you mean to write 'title'/i],
  [`validation.make(null, {}, { 'tags.*': 'string' }, { filters: { 'tag.*': 'trim' } })`, /tag\.\*/],
];

/** Messages and names of what has no rules. */
export const wrongTexts: WrongLines = [
  [`ctx.request().validated({ title: 'required' }, { messages: { 'titel.required': 'No.' } })`, /title\.required/],
  [`ctx.request().validated({ title: 'required' }, { messages: { 'title.requird': 'No.' } })`, /title\.required/],
  [
    `ctx.request().validated({ title: 'required' }, { messages: { 'title.max': 'No.' } })`,
    /TextsFor<"title.required">/,
  ],
  [`ctx.request().validated({ title: 'required' }, { messages: { requird: 'No.' } })`, /required/],
  [
    `ctx.request().validated({ title: 'required' }, { messages: { 'title.required': 5 } })`,
    /'number' is not assignable to type 'string'/,
  ],
  [`ctx.request().validated({ title: 'max:3' }, { messages: { 'title.max.text': 'No.' } })`, /title\.max/],
  [`ctx.request().validated({ title: 'required' }, { attributes: { titel: 'name' } })`, /title/],
  [`ctx.request().validated({ title: 'required' }, { attribute: { title: 'name' } })`, /attributes/],
  [`validation.make(null, {}, { title: 'required' }, { messages: { 'titel.required': 'No.' } })`, /title\.required/],
  [`validation.make(null, {}, { 'items.*.id': 'integer' }, { messages: { 'items.*.idd.integer': 'No.' } })`, /idd/],
  [`validation.make(null, {}, { 'items.*.id': 'integer' }, { attributes: { 'itms.*.id': 'number' } })`, /itms/],
];

/** Errors of fields that have none. */
export const wrongErrors: WrongLines = [
  [
    `const made = await validation.make(null, {}, { title: 'string' }); return made.errors().one('titel');`,
    /'"titel"' is not assignable to parameter of type '"title"'/,
  ],
  [`const made = await validation.make(null, {}, { title: 'string' }); return made.errors().get('titel');`, /"title"/],
  [`const made = await validation.make(null, {}, { title: 'string' }); return made.errors().has('titel');`, /"title"/],
  [`const made = await ctx.request().validate({ title: 'string' }); return made.errors().one('titel');`, /"title"/],
  [
    `const made = await ctx.request().validate({ 'items.*.id': 'integer' }); return made.errors().has('item.0.id');`,
    /items/,
  ],
  [
    `const made = await ctx.request().validate({ title: 'string' }); return made.validated().titel;`,
    /Did you mean 'title'/,
  ],
];
