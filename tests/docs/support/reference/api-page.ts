import { type PublicDeclaration, type PublicMember, publicDeclarations } from '../../../architecture/public-members.ts';
import { inCode, readComment, sentence } from './comment.ts';

const indent = (text: string, spaces: string): string => text.replaceAll(/^(?=.)/gm, spaces);

const fence = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;

/** The sentences of a comment, with what is thrown. */
const prose = (doc: string | null): string => {
  const { text, throws, deprecated } = readComment(doc);
  const parts = [
    ...(deprecated === null ? [] : [`**Deprecated.** ${sentence(deprecated)}`]),
    sentence(text),
    ...throws.map((one) => `**Throws** ${sentence(one)}`),
  ];
  return parts.filter((part) => part !== '').join(' ');
};

const example = (doc: string | null): string => {
  const shown = readComment(doc).example;
  return shown === null ? '' : `\n\n${fence(shown)}`;
};

const memberItem = ({ signatures, doc }: PublicMember): string => {
  const [first = '', ...overloads] = signatures.map(inCode);
  const all = [first, ...overloads.map((one) => `or ${one}`)].join('<br>');
  return `- ${all}\n${indent(`${prose(doc)}${example(doc)}`, '  ')}`;
};

const declarationSection = ({ name, signatures, doc, members }: PublicDeclaration): string =>
  [`### ${name}`, fence(signatures.join('\n')), `${prose(doc)}${example(doc)}`, members.map(memberItem).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');

const addedSection = (added: readonly PublicDeclaration[]): string[] => {
  const filled = added.filter(({ members }) => members.length > 0);
  if (filled.length === 0) return [];
  const items = filled.flatMap(({ name, members }) => [`### ${name} (added)`, members.map(memberItem).join('\n')]);
  return ['## What it adds to other packages', 'These members exist once the plugin is imported.', ...items];
};

const byName = (one: PublicDeclaration, other: PublicDeclaration): number => one.name.localeCompare(other.name, 'en');

/** The declarations of an internal entry that the signatures of public ones name, however far. */
const namedBy = (shown: readonly PublicDeclaration[], internal: readonly PublicDeclaration[]): PublicDeclaration[] => {
  const named = new Set<PublicDeclaration>();
  const open = [...shown];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const words = new Set(
      [next, ...next.members].flatMap(({ signatures }) => signatures.join(' ').match(/\w+/g) ?? []),
    );
    const found = internal.filter((one) => words.has(one.name) && !named.has(one));
    for (const one of found) named.add(one);
    open.push(...found);
  }
  return [...named];
};

const section = (heading: string, declarations: readonly PublicDeclaration[]): string[] => [
  `## ${heading}`,
  ...declarations.toSorted(byName).map(declarationSection),
];

/** The page of a package: everything that can be imported from it, with its doc comments. */
export const apiPage = (workspace: string): string => {
  const all = publicDeclarations(workspace);
  const isInternal = ({ from }: PublicDeclaration): boolean => from?.endsWith('/internal') === true;
  const shown = all.filter((one) => !isInternal(one));
  const entries = [...new Set(shown.map(({ from }) => from))].filter((from) => from !== null);
  const [title = workspace] = entries;
  const named = namedBy(shown, all.filter(isInternal));
  const exported = [
    ...entries.flatMap((entry) =>
      section(
        entry,
        shown.filter(({ from }) => from === entry),
      ),
    ),
    ...(named.length === 0 ? [] : section('Types that these name', named)),
  ];
  const head = `This page is made from the doc comments in \`${workspace}/src\`, the same that your editor shows.`;
  return `${[`# ${title}`, head, ...exported, ...addedSection(shown.filter(({ from }) => from === null))].join('\n\n')}\n`;
};
