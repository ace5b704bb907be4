const form = (members: string): string =>
  `class Form extends FormRequest { ${members} } exactly<Form>(await ctx.request().validated(Form));`;

/** Forms that must compile. */
export const rightForms: readonly string[] = [
  form(`n = 0; override rules() { return rules({ n: 'required|integer' }); }`),
  form(`n: number | null = null; override rules() { return rules({ n: 'nullable|integer' }); }`),
  form(`n: InferForm<Form>['n'] = 0; override rules() { return rules({ n: 'required|integer' }); }`),
  form(
    `title = ''; tags: string[] = []; override rules() { return rules({ title: 'required|string|max:9', 'tags.*': 'required|string' }); }`,
  ),
  form(`title = ''; override rules() { return { title: 'required|string' } as const; }`),
  form(`title = ''; override async rules() { return { title: ['required', Rule.unique('users', 'email')] }; }`),
  form(`title = ''; override rules(): Record<string, unknown> { return { title: 'required|string' }; }`),
  form(`title = ''; extra = 1; override rules() { return rules({ title: 'required|string' }); }`),
  form(`title: unknown = null; override rules() { return rules({ title: 'required' }); }`),
  form(`user = { name: '' }; override rules() { return rules({ 'user.name': 'required|string' }); }`),
  form(
    `items: { id: number }[] = []; override rules() { return rules({ 'items.*': 'required|map', 'items.*.id': 'required|integer' }); }`,
  ),
  form(
    `static override readonly fields = { title: 'name' }; title = ''; override rules() { return rules({ name: 'required|string' }); }`,
  ),
  form(
    `static override readonly fields = { title: 'name' } as const; title = ''; override rules() { return rules({ name: 'required|string' }); }`,
  ),
  form(`title = ''; slug() { return this.title; } override rules() { return { title: 'string' } as const; }`),
  form(
    `title = ''; override authorize(context: Context) { return context.request().header('X') === 'a'; } override rules() { return { title: 'string' } as const; }`,
  ),
  form(
    `title = ''; override rules() { return rules({ title: 'required|max:3' }); } override messages() { return { 'title.required': 'a', max: 'b' }; } override attributes() { return { title: 'c' }; } override filters() { return filters({ title: 'trim' }); } override prepareForValidation(_context: Context, data: Data) { data.set('title', 'x'); }`,
  ),
  `class Form extends FormRequest { n = 0; override rules() { return rules({ n: 'required|integer' }); } } const form = new Form(); const errors = await ctx.request().validateRequest(form); return errors === null ? form.n : errors.one('n');`,
  `const Class: new () => FormRequest = class extends FormRequest { override rules() { return {}; } }; return ctx.request().validated(Class);`,
  `abstract class Base extends FormRequest { title = ''; } class Form extends Base { override rules() { return rules({ title: 'required|string' }); } } return (await ctx.request().validated(Form)).title;`,
];
