import { Command, Option } from '../command/index.ts';
import { type PluginSummary, summarizePlugins } from '../introspection/plugin-summary.ts';
import { type Detail, formatDetails } from '../output/format-details.ts';
import { printable, toJson } from '../output/printable.ts';

// The labels of all plugins share one column.
const labels = 'request methods'.length;

const detailsOf = ({ requires, after, ...plugin }: PluginSummary): Detail[] => {
  const calls = (names: readonly string[]): string[] => names.map((name) => `${name}()`);
  const details: Detail[] = [
    ['requires', requires],
    ['after', after],
    ['config', plugin.config],
    ['facades', calls(plugin.facades)],
    ['middleware', calls(plugin.middleware)],
    ['request methods', calls(plugin.request)],
    ['builder steps', calls(plugin.steps)],
    ['commands', plugin.commands],
    ['taps', plugin.hooks],
  ];
  return details.filter(([, names]) => names.length > 0);
};

/** `plugin:list`: the plugins in the order they are applied, and what each contributes. */
export class PluginList extends Command {
  static override paths = [['plugin:list']];

  static override usage = Command.Usage({
    details:
      'In the order they are applied. The plugin `app` is the core. A plugin tells its version by its key `package`.',
    examples: [['For another program', 'npx taproot plugin:list --json']],
  });

  json = Option.Boolean('--json', false, { description: 'Print a JSON array, for programs' });

  override async execute(): Promise<void> {
    const plugins = await summarizePlugins(this.app);
    if (this.json) return this.line(toJson(plugins));
    for (const plugin of plugins) this.#show(plugin);
    this.line(`Showing [${plugins.length}] plugins`);
  }

  #show(plugin: PluginSummary): void {
    const { style, width } = this;
    const from = plugin.package === null ? 'of this application' : `${plugin.package.name} ${plugin.package.version}`;
    this.line(`${style.green(printable(plugin.name))}  ${style.dim(printable(from))}`);
    for (const line of formatDetails(detailsOf(plugin), { width, style, labels })) this.line(line);
    this.line();
  }
}
