/** A form request of these rules with these members, whose objects have this type. */
const form = (given: string, type: string, members = ''): string =>
  `class Form extends formRequest(${given}) { ${members} } exactly<${type}>(await ctx.request().validated(Form));`;

/** Form requests made from rules that must compile. */
export const rightRequests: readonly string[] = [
  form(`{ n: 'required|integer' }`, '{ n: number }'),
  form(`{ n: 'integer' }`, '{ n?: number }'),
  form(`{ n: 'integer|min:1' }`, '{ n: number }', 'override n = 20;'),
  form(`{ n: 'nullable|integer' }`, '{ n?: number | null }'),
  form(`{ n: 'nullable|integer' }`, '{ n: number | null }', 'override n: number | null = null;'),
  form(`{ on: 'required|boolean' }`, '{ on: boolean }'),
  form(`{ state: 'required|in:a,b' }`, `{ state: 'a' | 'b' }`),
  form(`{ state: ['required', Rule.in(['a', 'b'])] }`, `{ state: 'a' | 'b' }`),
  form(`{ 'tags.*': 'required|string' }`, '{ tags?: string[] }'),
  form(`{ tags: 'required|list', 'tags.*': 'required|string' }`, '{ tags: string[] }'),
  form(`{ 'user.name': 'required|string', 'user.age': 'integer' }`, '{ user: { name: string; age?: number } }'),
  form(`{ email: ['required', 'email', Rule.unique('users', 'email')] }`, '{ email: string }'),
  form(`{ title: 'required|string' }`, '{ title: string; extra: number }', 'extra = 1;'),
  form(`{ title: 'required|string' }`, '{ title: string }', 'slug() { return this.title; }'),
  form(
    `{ title: 'required|string' }`,
    '{ title: string }',
    `override authorize(context: Context) { return context.request().header('X') === 'a'; }`,
  ),
  form(
    `{ title: 'required|max:3' }, { filters: { title: 'trim' }, messages: { 'title.max': 'a', required: 'b' }, attributes: { title: 'c' } }`,
    '{ title: unknown }',
    `override prepareForValidation(_context: Context, data: Data) { data.set('title', 'x'); }`,
  ),
  form(`(context) => rules({ n: 'required|integer' })`, '{ n: number }'),
  form(`async (context: Context) => rules({ n: 'required|integer' })`, '{ n: number }'),
  form(
    `async (context) => rules({ email: ['required', 'email', Rule.unique('users', 'email').ignore(context.request().routeInt('id'))] })`,
    '{ email: string }',
  ),
  `class Form extends formRequest({ n: 'required|integer' }) {} const form = new Form(); const errors = await ctx.request().validateRequest(form); return errors === null ? form.n : errors.one('n');`,
  `class Form extends formRequest({ n: 'required|integer' }) {} exactly<{ n: number }>({ n: 1 } satisfies InferForm<Form>);`,
  `class Base extends formRequest({ n: 'required|integer' }) { override authorize() { return true; } } class Form extends Base { double() { return this.n * 2; } } return (await ctx.request().validated(Form)).double();`,
];
