import { Command, Option, UsageError } from '../command/index.ts';
import { type ApplicationSummary, summarizeApplication } from '../introspection/application-summary.ts';
import { type Detail, formatDetails, labelWidth } from '../output/format-details.ts';
import { toJson } from '../output/printable.ts';

type Section = keyof ApplicationSummary;

const sections = ['application', 'environment', 'packages', 'drivers', 'plugins', 'config'] as const;

const isSection = (name: string): name is Section => sections.some((section) => section === name);

const applicationDetails = ({ application: app }: ApplicationSummary): Detail[] => [
  ['Name', app.name],
  ['Environment', app.environment],
  ['Debug', app.debug ? 'on' : 'off'],
  ['URL', app.url ?? 'that of the request'],
  ['Locale', app.locale === app.fallback_locale ? app.locale : `${app.locale}, else ${app.fallback_locale}`],
  ['Key', app.key ? 'set' : 'not set'],
  ['Folder', app.folder],
];

const detailsOf: { readonly [Name in Section]: (about: ApplicationSummary) => Detail[] } = {
  application: applicationDetails,
  environment: ({ environment: { node, platform } }) => [
    ['Node', node],
    ['Platform', platform],
  ],
  packages: ({ packages }) => Object.entries(packages),
  drivers: ({ drivers }) => Object.entries(drivers),
  plugins: ({ plugins }) => [['In order', plugins]],
  config: ({ config }) => [['Files', config]],
};

/** `about`: the versions, drivers and environment of the application. */
export class About extends Command {
  static override paths = [['about']];

  static override usage = Command.Usage({
    details: `Sections: ${sections.join(', ')}. It shows no secrets.`,
    examples: [
      ['For a bug report', 'npx taproot about'],
      ['Two sections of it', 'npx taproot about --only environment --only packages'],
      ['For another program', 'npx taproot about --json'],
    ],
  });

  only = Option.Array('--only', [], { description: 'Only this section; may be repeated' });
  json = Option.Boolean('--json', false, { description: 'Print a JSON object, for programs' });

  override async execute(): Promise<void> {
    const about = summarizeApplication(this.app);
    const chosen = this.#sections();
    if (this.json) return this.line(toJson(Object.fromEntries(chosen.map((name) => [name, about[name]]))));
    const { width, style } = this;
    const shown = chosen
      .map((name) => ({ name, details: detailsOf[name](about) }))
      .filter(({ details }) => details.length > 0);
    const labels = labelWidth(shown.flatMap(({ details }) => details));
    const blocks = shown.map(({ name, details }) => [
      style.green(name.charAt(0).toUpperCase() + name.slice(1)),
      ...formatDetails(details, { width, style, labels }),
    ]);
    this.line(blocks.map((lines) => lines.join('\n')).join('\n\n'));
  }

  #sections(): Section[] {
    if (this.only.length === 0) return [...sections];
    return this.only.map((name) => {
      if (isSection(name)) return name;
      throw new UsageError(`There is no section "${name}", only ${sections.join(', ')}.`);
    });
  }
}
