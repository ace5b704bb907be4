import type { Application } from '@taproot/core';
import type { DeclaredNames } from '@taproot/core/plugin';

const header = `// Written by \`npx taproot types\`: the names of this application, for the compiler. Do not edit it; run the command again.
`;

const widest = 120;

/** The beginning of a path from the folder of the application; the file of names is in a folder below it. */
const ownImport = /(\bimport\(\s*['"])\.\//g;

const literal = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

/** One member, as the formatter of new applications writes it. */
const memberLines = (name: string, value: DeclaredNames['members'][string]): string[] => {
  const key = `    ${keyOf(name)}:`;
  if (value === true) return [`${key} true;`];
  if (typeof value === 'object' && 'type' in value) return [`${key} ${value.type.replaceAll(ownImport, '$1../')};`];
  const types = (typeof value === 'string' ? [value] : value).map(literal);
  if (types.length === 0) return [`${key} never;`];
  const line = `${key} ${types.join(' | ')};`;
  if (line.length <= widest || types.length === 1) return [line];
  return [key, ...types.map((type, i) => `      | ${type}${i === types.length - 1 ? ';' : ''}`)];
};

const byName = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number =>
  a < b ? -1 : Number(a > b);

const interfaceLines = (
  names: string,
  members: ReadonlyMap<string, DeclaredNames['members'][string]>,
  prefixes: ReadonlySet<string>,
): string[] => [
  `  interface ${names} {`,
  ...[...members].toSorted(byName).flatMap(([name, value]) => memberLines(name, value)),
  ...[...prefixes].toSorted().map((prefix) => `    [key: \`${prefix}\${string}\`]: string;`),
  '  }',
];

/** The names that several plugins declare for one interface. */
class Gathered {
  readonly members = new Map<string, DeclaredNames['members'][string]>();
  readonly prefixes = new Set<string>();

  add({ members, prefixes = [] }: DeclaredNames): void {
    for (const [name, value] of Object.entries(members)) this.members.set(name, value);
    for (const prefix of prefixes) if (/^[\w./-]+$/.test(prefix)) this.prefixes.add(prefix);
  }

  get isEmpty(): boolean {
    return this.members.size === 0;
  }
}

/** The source of types/taproot.d.ts: the names that the plugins of an application declare. The same names give the same text. */
export const typesText = async (app: Application): Promise<string> => {
  const modules = new Map<string, Map<string, Gathered>>();
  for (const plugin of app.plugins)
    for (const declared of (await plugin.declares?.(app)) ?? []) {
      const interfaces = modules.get(declared.module) ?? new Map<string, Gathered>();
      const gathered = interfaces.get(declared.interface) ?? new Gathered();
      gathered.add(declared);
      modules.set(declared.module, interfaces.set(declared.interface, gathered));
    }
  const blocks = [...modules].toSorted(byName).flatMap(([module, interfaces]) => {
    const lines = [...interfaces]
      .toSorted(byName)
      .filter(([, gathered]) => !gathered.isEmpty)
      .flatMap(([name, { members, prefixes }]) => interfaceLines(name, members, prefixes));
    return lines.length === 0 ? [] : [{ module, lines }];
  });
  // Each module is imported, because a file without imports would replace it instead of adding to it.
  const imports = blocks.map(({ module }) => `import ${literal(module)};`);
  const declarations = blocks.map(
    ({ module, lines }) => `\ndeclare module ${literal(module)} {\n${lines.join('\n')}\n}\n`,
  );
  return `${header}\n${imports.length === 0 ? 'export {};' : imports.join('\n')}\n${declarations.join('')}`;
};
