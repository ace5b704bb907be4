import type { WrongLines } from './snippet.ts';

/** A form of these members, given to `validated()`. */
const form = (members: string): string =>
  `class Form extends FormRequest { ${members} } return ctx.request().validated(Form);`;

const disagree = (property: string): RegExp => new RegExp(`RulesDisagree<"${property}"`);
const lacks = (property: string): RegExp => new RegExp(`NoSuchProperty<"${property}">`);

/** Forms whose properties and rules do not agree. */
export const wrongForms: WrongLines = [
  [form(`n = ''; override rules() { return rules({ n: 'required|integer' }); }`), disagree('n')],
  [form(`n = 0; override rules() { return rules({ n: 'required|string' }); }`), disagree('n')],
  [form(`n = 0; override rules() { return rules({ n: 'nullable|integer' }); }`), disagree('n')],
  [form(`on = ''; override rules() { return rules({ on: 'required|boolean' }); }`), disagree('on')],
  [form(`when = new Date(); override rules() { return rules({ when: 'required|string|date' }); }`), disagree('when')],
  [
    form(
      `tags: string[] = []; override rules() { return rules({ tags: 'nullable|list', 'tags.*': 'required|string' }); }`,
    ),
    disagree('tags'),
  ],
  [
    form(`tags: string[] = []; override rules() { return rules({ tags: 'list', 'tags.*': 'required|integer' }); }`),
    disagree('tags'),
  ],
  [
    form(`state: 'a' | 'b' = 'a'; override rules() { return rules({ state: 'required|in:a,b,c' }); }`),
    disagree('state'),
  ],
  [
    form(`user = { name: '' }; override rules() { return rules({ 'user.name': 'required|integer' }); }`),
    disagree('user'),
  ],
  [form(`title = ''; override rules() { return rules({ titel: 'required|string' }); }`), lacks('titel')],
  [form(`title = ''; override rules() { return { titel: 'required|string' }; }`), lacks('titel')],
  [form(`title = ''; override async rules() { return { titel: 'required|string' }; }`), lacks('titel')],
  [
    form(
      `static override readonly fields = { titel: 'name' }; title = ''; override rules() { return { title: 'string' }; }`,
    ),
    lacks('titel'),
  ],
  [
    form(
      `static override readonly fields = { title: 'name' } as const; title = ''; override rules() { return rules({ name: 'required|integer' }); }`,
    ),
    disagree('title'),
  ],
  [
    form(`title = ''; authorise() { return false; } override rules() { return { title: 'string' }; }`),
    /NeverCalled<"authorise">/,
  ],
  [
    form(`title = ''; isAuthorized() { return false; } override rules() { return { title: 'string' }; }`),
    /NeverCalled<"isAuthorized">/,
  ],
  [
    form(`title = ''; prepareForValidaton() {} override rules() { return { title: 'string' }; }`),
    /NeverCalled<"prepareForValidaton">/,
  ],
  [form(`title = ''; override rules() { return { title: 'required|string' }; }`), /RulesNotRead<"title">/],
  [form(`n = 0; override async rules() { return { n: 'required|integer' }; }`), /RulesNotRead<"n">/],
  [form(`title = ''; override rules() { return rules({ title: 'requird' }); }`), /Did you mean '"required"'/],
  [
    form(
      `title = ''; override rules() { return rules({ title: 'required' }); } override filters() { return filters({ title: 'trm' }); }`,
    ),
    /Did you mean '"trim"'/,
  ],
  [
    form(
      `title = ''; override rules() { return rules({ title: 'required' }); } override messages() { return { 'titel.required': 'No.' }; }`,
    ),
    /NoRulesFor<"titel.required">/,
  ],
  [
    form(
      `title = ''; override rules() { return { title: 'required' }; } override messages() { return { 'titel.required': 'No.' }; }`,
    ),
    /NoRulesFor<"titel.required">/,
  ],
  [
    form(
      `title = ''; override rules() { return rules({ title: 'required' }); } override messages() { return { 'title.requird': 'No.' }; }`,
    ),
    /NoRulesFor<"title.requird">/,
  ],
  [
    form(
      `title = ''; override rules() { return rules({ title: 'required' }); } override attributes() { return { titel: 'name' }; }`,
    ),
    /NoRulesFor<"titel">/,
  ],
  [form(`title = ''; override authorize() { return 'no'; } override rules() { return {}; }`), /not assignable/],
  [form(`title = ''; override rules() { return 'required'; }`), /not assignable/],
  [
    `class Form extends FormRequest { n = ''; override rules() { return rules({ n: 'required|integer' }); } } return ctx.request().validateRequest(new Form());`,
    disagree('n'),
  ],
  [
    `class Form extends FormRequest { n = 0; override rules() { return rules({ n: 'required|integer' }); } } const data = await ctx.request().validated(Form); return data.m;`,
    /'m' does not exist on type 'Form'/,
  ],
];
