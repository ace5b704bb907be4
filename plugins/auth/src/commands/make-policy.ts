import type { GeneratedName, Generator } from '@taproot/dev/generator';
import { policyStub } from './stubs/policy-stub.ts';

const empty = `/** The application's policies; the methods of each are abilities: \`post.update\`. */
export const policies = {
};

// Their abilities are known to the compiler by this.
declare module '@taproot/auth' {
  interface Policies extends Readonly<typeof policies> {}
}
`;

const fileOf = (name: GeneratedName): string => `app/policies/${name.ending('Policy').path}.ts`;

const keyOf = (name: GeneratedName): string => {
  const { alias } = name.without('Policy');
  return alias.charAt(0).toLowerCase() + alias.slice(1);
};

/** `make:policy`: writes a policy, and adds it to `bootstrap/policies.ts`. */
export const makePolicy: Generator = {
  kind: 'policy',
  details: `It is written to app/policies and listed in bootstrap/policies.ts. "Policy" is put behind the name when it is
missing; what stands before it begins the names of its abilities.`,
  examples: [['The class PostPolicy, with the ability post.update', 'npx taproot make:policy Post']],

  async checkName(typed, { exists, read, taken }) {
    if (await exists(fileOf(typed))) return;
    // Keys drop slashes and dashes: admin/Post and admin-post both become adminPost.
    const key = keyOf(typed);
    const listed = await read('bootstrap/policies.ts');
    if (listed !== null && new RegExp(`[{,\\s]${key}\\s*:`).test(listed))
      throw taken(key, 'a policy of this application', `My${typed.pascal}`);
  },

  blueprint(typed) {
    const name = typed.ending('Policy');
    const key = keyOf(typed);
    return {
      files: [{ path: fileOf(typed), text: policyStub(name.pascal, key) }],
      declares: [name.pascal],
      claims: key,
      registration: {
        step: 'withPolicies',
        file: 'bootstrap/policies.ts',
        list: 'policies',
        source: fileOf(typed),
        import: { name: name.pascal, locals: [name.pascal, name.alias] },
        entry: (local) => `${key}: ${local}`,
        empty,
      },
      next: [`Ask it: await facades.Gate(ctx).authorize('${key}.update', ${key})`],
    };
  },
};
