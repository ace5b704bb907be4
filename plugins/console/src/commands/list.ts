import { didYouMean } from '@taproot/core/plugin';
import { commandOptions } from '../command/command-options.ts';
import { Command, Option, UsageError } from '../command/index.ts';
import type { CommandEntry } from '../command/manifest.ts';
import { commandsOfGroup } from '../find-command.ts';
import { toJson } from '../output/printable.ts';
import { overview } from '../overview.ts';

/** `list`: the commands of this application, or those of a group. */
export class List extends Command {
  static override paths = [['list']];

  static override usage = Command.Usage({
    examples: [
      ['Every command', 'npx taproot list'],
      ['The generators', 'npx taproot list make'],
      ['For another program', 'npx taproot list --json'],
    ],
  });

  group = Option.String({ name: 'group', required: false });
  json = Option.Boolean('--json', false, { description: 'Print a JSON array, for programs' });

  override async execute(): Promise<void> {
    const commands = await this.#selected();
    if (this.json) return this.line(toJson(await Promise.all(commands.map(describe))));
    this.context.stdout.write(overview(commands, this.context.terminal));
  }

  async #selected(): Promise<CommandEntry[]> {
    const commands = await this.app.facades.Console().commands();
    const { group } = this;
    if (group === undefined) return [...commands.values()];
    const selected = commandsOfGroup(group, commands);
    if (selected.length > 0) return selected;
    const groups = [...commands.keys()].filter((path) => path.includes(':')).map((path) => path.split(':', 1)[0] ?? '');
    throw new UsageError(`There is no group "${group}".${didYouMean(group, new Set(groups))}`);
  }
}

const describe = async (entry: CommandEntry) => ({
  name: entry.path,
  description: entry.description,
  options: await commandOptions(entry),
});
