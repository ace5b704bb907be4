import type { WrongLines } from './snippet.ts';

/** A line that judges an object by rules or by a schema. */
const judged = (rules: string, type: string): string =>
  `const judged = await validation.judge(loose, ${rules}); if (judged.valid) exactly<${type}>(judged.value);`;

/** Uses of schemas that must compile. */
export const rightSchemas: readonly string[] = [
  `exactly<{ title: string; seats: number }>(await ctx.request().validated(postSchema));`,
  `exactly<{ title: number; note?: string }>(await ctx.request().validated(pairSchema) as { title: number; note?: string });`,
  `const { title, note } = await ctx.request().validated(pairSchema); exactly<number>(title); exactly<string | undefined>(note);`,
  `exactly<{ title: string; seats?: number }>(await ctx.request().validated(arkedSchema));`,
  `exactly<{ title: string; seats: number }>(await ctx.request().validated(vinedSchema));`,
  `exactly<{ n: number }>(await ctx.request().validated(z.object({ n: z.string().transform(Number) })));`,
  `exactly<{ kind: 'a' | 'b' }>(await ctx.request().validated(z.object({ kind: z.enum(['a', 'b']) })));`,
  `const shape = await ctx.request().validated(z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), a: z.string() }), z.object({ kind: z.literal('b'), b: z.number() })])); exactly<string | number>(shape.kind === 'a' ? shape.a : shape.b);`,
  `const validator = await ctx.request().validate(postSchema); if (validator.passes()) exactly<number>(validator.validated().seats);`,
  `const validator = await ctx.request().validate(postSchema); exactly<string>(validator.errors().one('any.0.field'));`,
  `exactly<string>((await validation.make(null, { title: 'a' }, postSchema)).validated().title);`,
  `await ctx.request().validated(postSchema, { prepareForValidation: (_ctx, data) => data.set('title', 'x') });`,
  `class Form extends formRequest(postSchema) {} const form = await ctx.request().validated(Form); exactly<number>(form.seats);`,
  `class Form extends formRequest(arkedSchema) { override authorize() { return true; } } exactly<string>((await ctx.request().validated(Form)).title);`,
  `class Form extends formRequest(vinedSchema) {} exactly<number>((await ctx.request().validated(Form)).seats);`,
  `class Form extends FormRequest { title = ''; seats = 0; override rules() { return postSchema; } } exactly<number>((await ctx.request().validated(Form)).seats);`,
  `class Form extends formRequest(postSchema) {} exactly<{ title: string; seats: number }>({ title: '', seats: 1 } satisfies InferForm<Form>);`,
  `exactly<{ title: string; seats: number }>({ title: '', seats: 1 } satisfies InferValidated<typeof postSchema>);`,
  `exactly<{ title: string; seats?: unknown }>({ title: '' } satisfies InferSent<typeof postSchema>);`,
  judged('z.array(z.string())', 'string[]'),
  judged('z.number()', 'number'),
  judged(`{ n: 'required|integer' }`, '{ n: number }'),
  `const asked = async <const R>(rules: RulesInput<R>): Promise<InferValidated<R>> => ctx.request().validated<R, unknown>(rules as never) as never; exactly<number>((await asked(postSchema)).seats);`,
];

/** Uses of schemas that must not compile. */
export const wrongSchemas: WrongLines = [
  [
    `exactly<{ title: number }>(await ctx.request().validated(postSchema));`,
    /not assignable to parameter of type '\{ title: number; \}'/,
  ],
  [
    `return (await ctx.request().validated(postSchema)).titel;`,
    /'titel' does not exist.*Did you mean 'title'|Did you mean 'title'/,
  ],
  [`exactly<string>((await ctx.request().validated(pairSchema)).title);`, /'number' is not assignable/],
  [`exactly<string>((await ctx.request().validated(pairSchema)).note);`, /'string \| undefined' is not assignable/],
  [`exactly<number>((await ctx.request().validated(arkedSchema)).seats);`, /'number \| undefined' is not assignable/],
  [`exactly<string>((await ctx.request().validated(vinedSchema)).seats);`, /'number' is not assignable/],
  [`await ctx.request().validated(z.array(z.string()));`, /a request has fields/],
  [`await ctx.request().validated(z.string());`, /a request has fields/],
  [`await ctx.request().validated(v.number());`, /a request has fields/],
  [`await ctx.request().validate(z.tuple([z.string()]));`, /a request has fields/],
  [`await validation.make(null, loose, z.date().array());`, /a request has fields/],
  [
    `await ctx.request().validated(postSchema, { messages: { 'title.min': 'No.' } });`,
    /not assignable to type 'undefined'|not assignable to type 'never'/,
  ],
  [`await ctx.request().validated(postSchema, { filters: { title: 'trim' } });`, /not assignable to type/],
  [`await ctx.request().validated(postSchema, { attributes: { title: 'headline' } });`, /not assignable to type/],
  [
    `class Form extends formRequest(postSchema, { messages: { title: 'No.' } }) {} return Form;`,
    /not assignable to type/,
  ],
  [
    `class Form extends formRequest(postSchema) { override seats = 'x'; } return Form;`,
    /'string' is not assignable to type 'number'/,
  ],
  [
    `class Form extends formRequest(postSchema) { override rules() { return pairSchema; } } return Form;`,
    /not assignable to the same property/,
  ],
  [`class Form extends formRequest(z.object({ rules: z.string() })) {} return Form;`, /NameTaken<"rules">/],
  [`class Form extends formRequest(z.object({ authorize: z.string() })) {} return Form;`, /NameTaken<"authorize">/],
  [`class Form extends formRequest(z.array(z.string())) {} return Form;`, /a request has fields/],
  [
    `class Form extends FormRequest { title = 1; seats = 0; override rules() { return postSchema; } } return ctx.request().validated(Form);`,
    /RulesDisagree<"title"/,
  ],
  [
    `class Form extends FormRequest { title = ''; override rules() { return postSchema; } } return ctx.request().validated(Form);`,
    /NoSuchProperty<"seats">/,
  ],
  [`return rules(postSchema);`, /not assignable/],
  [`await validation.judge(loose, 'required');`, /not assignable/],
  [`await validation.judge(loose, { n: 'requird' });`, /Did you mean '"required"'/],
  [`const judged = await validation.judge(loose, postSchema); return judged.value;`, /'value' does not exist/],
  [
    `const judged = await validation.judge(loose, postSchema); if (judged.valid) exactly<string>(judged.value.seats);`,
    /'number' is not assignable/,
  ],
];
