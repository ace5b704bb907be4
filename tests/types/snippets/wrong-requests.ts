import type { WrongLines } from './snippet.ts';

/** A form request of these rules with these members. */
const form = (given: string, members = ''): string =>
  `class Form extends formRequest(${given}) { ${members} } return Form;`;

/** The same, given to `validated()`. */
const used = (given: string, members: string): string =>
  `class Form extends formRequest(${given}) { ${members} } return ctx.request().validated(Form);`;

const count = `{ n: 'required|integer' }`;

/** Form requests made from rules, which say something else than their rules. */
export const wrongRequests: WrongLines = [
  [form(`{ title: 'requird|string' }`), /Did you mean '"required\|string"'/],
  [form(`{ title: ['required', 'strin'] }`), /'"strin"' is not assignable/],
  [form(`{ title: 'required|max' }`), /not assignable/],
  [form(`'required'`), /not assignable/],
  [form(count, `override n = '';`), /Type 'string' is not assignable to type 'number'/],
  [form(count, `override n: number | null = null;`), /Type 'null' is not assignable to type 'number'/],
  [form(`{ title: 'required|string' }`, `override title = 5;`), /Type 'number' is not assignable to type 'string'/],
  [form(`{ on: 'boolean' }`, `override on = 'yes';`), /Type 'string' is not assignable to type 'boolean/],
  [form(`{ state: 'required|in:a,b' }`, `override state = 'c' as const;`), /Type '"c"' is not assignable/],
  [form(`{ 'user.name': 'required|string' }`, `override user = { name: 5 };`), /Type 'number' is not assignable/],
  [form(`{ 'tags.*': 'required|string' }`, `override tags = [1];`), /Type 'number' is not assignable/],
  [form(count, `override m = 0;`), /not declared in the base class/],
  [form(count, `override rules() { return rules({ n: 'required|string' }); }`), /not assignable to the same property/],
  [form(count, `override authorize() { return 'no'; }`), /not assignable to the same property/],
  [form(count, `static override readonly fields = { n: 'm' };`), /incorrectly extends base class static side/],
  [form(`{ rules: 'required' }`), /NameTaken<"rules">/],
  [form(`{ 'filters.a': 'required' }`), /NameTaken<"filters.a">/],
  [form(`{ toString: 'required' }`), /NameTaken<"toString">/],
  [form(`{ '*': 'required' }`), /NameTaken<"\*">/],
  [form(`{ n: 'required' }, { filters: { m: 'trim' } }`), /'m' does not exist/],
  [form(`{ n: 'required' }, { filters: { n: 'trm' } }`), /Did you mean '"trim"'/],
  [form(`{ n: 'required' }, { messages: { 'm.required': 'No.' } }`), /'m.required'' does not exist/],
  [form(`{ n: 'required' }, { attributes: { m: 'No.' } }`), /'m' does not exist/],
  [form(`(context: Context) => ({ n: 'required|integer' })`), /RulesNotLiteral/],
  [form(`async (context: Context) => ({ n: 'required|integer' })`), /RulesNotLiteral/],
  [form(`() => rules({ rules: 'required' })`), /NameTaken<"rules">/],
  [form(`() => rules({ n: 'requird' })`), /Did you mean '"required"'/],
  [used(count, `declare n: 5;`), /RulesDisagree<"n", 5, number>/],
  [used(count, `authorise() { return false; }`), /NeverCalled<"authorise">/],
  [used(count, `override messages() { return { 'm.required': 'No.' }; }`), /NoRulesFor<"m.required">/],
  [`class Form extends formRequest(${count}) {} return (await ctx.request().validated(Form)).m;`, /'m' does not exist/],
  [
    `class Form extends formRequest({ n: 'integer' }) {} return (await ctx.request().validated(Form)).n.toFixed();`,
    /possibly 'undefined'/,
  ],
  [
    `class Form extends formRequest(${count}) {} exactly<string>((await ctx.request().validated(Form)).n);`,
    /'number' is not assignable to parameter of type 'string'/,
  ],
];
