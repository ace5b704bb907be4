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

/** The page of a package: everything that can be imported from it, with its doc comments. */
export const apiPage = (workspace: string): string => {
  const all = publicDeclarations(workspace);
  const entries = [...new Set(all.map(({ from }) => from))].filter((from) => from !== null);
  const [title = workspace] = entries;
  const exported = entries.flatMap((entry) => [
    `## ${entry}`,
    ...all
      .filter(({ from }) => from === entry)
      .toSorted(byName)
      .map(declarationSection),
  ]);
  const head = `This page is made from the doc comments in \`${workspace}/src\`, the same that your editor shows.`;
  return `${[`# ${title}`, head, ...exported, ...addedSection(all.filter(({ from }) => from === null))].join('\n\n')}\n`;
};
