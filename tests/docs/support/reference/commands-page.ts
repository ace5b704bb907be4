import { development } from '@taproot/dev/internal';
import { Cli } from 'clipanion';
import { cell, inCode, sentence } from './comment.ts';
import { type CommandModule, plugins } from './plugins.ts';

type Entry = CommandModule['commands'][number];

const options = (all: readonly { readonly definition: string; readonly description?: string }[]): string[] =>
  all.length === 0
    ? []
    : [
        [
          '| Option | Meaning |',
          '|---|---|',
          ...all.map(
            ({ definition, description = '' }) =>
              `| ${inCode(definition.replaceAll(/#\d+/g, '<value>'))} | ${cell(description.trim())} |`,
          ),
        ].join('\n'),
      ];

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const commandSection = async (entry: Entry): Promise<string> => {
  const { path, description } = entry;
  const command = 'load' in entry ? await entry.load() : await development.command(path, await entry.generator());
  const [found] = Cli.from(command, { binaryName: 'npx taproot' }).definitions();
  const arguments_ = (found?.usage ?? '').replaceAll(/ ?\[(?:-|--)[^\]]*\]/g, '').trim();
  const usage = `npx taproot ${arguments_.includes(path) ? arguments_.slice(arguments_.indexOf(path)) : path}`;
  const examples = (found?.examples ?? []).map(([about, line]) => `- ${sentence(plain(about))}: \`${line.trim()}\``);
  return [
    `### ${path}`,
    `${sentence(description)}.`,
    `\`\`\`sh\n${usage.trim()}\n\`\`\``,
    ...(found?.details === undefined ? [] : [sentence(plain(found.details))]),
    ...options(found?.options ?? []),
    ...(examples.length === 0 ? [] : [examples.join('\n')]),
  ].join('\n\n');
};

const head = `# Every command

These commands come with the plugins; \`make:*\`, \`repl\`, \`completion\` and \`serve --watch\` need @taproot/dev. \`npx taproot list\` shows those of your application, your own among them, and
\`npx taproot help <command>\` shows what this page says. How to write a command is in [Console](../console.md).`;

/** docs/reference/commands.md: the commands of every plugin, by plugin. */
export const commandsPage = async (): Promise<string> => {
  const sections: string[] = [];
  const add = async (owner: string, entries: readonly Entry[]): Promise<void> => {
    sections.push(`## Of ${owner}`);
    // One after the other: Jest cannot load one module from two places at once.
    for (const entry of entries) sections.push(await commandSection(entry));
  };
  for (const { name, commands } of plugins) {
    if (commands !== undefined) await add(name, (await commands()).commands);
    if (name === 'console') await add('@taproot/dev', development.commands);
  }
  return `${[head, ...sections].join('\n\n')}\n`;
};
