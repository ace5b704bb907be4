/** The source of a new command. */
export const commandStub = (
  className: string,
  path: string,
): string => `import { Command, Option, wholeNumber } from '@taproot/console/command';

/** \`npx taproot ${path}\` */
export class ${className} extends Command {
  static override paths = [['${path}']];

  static override usage = Command.Usage({
    examples: [['Three times', 'npx taproot ${path} --times 3']],
  });

  times = Option.String('--times', '1', { description: 'How often', validator: wholeNumber({ min: 1 }) });

  override async execute(): Promise<void> {
    for (let time = 1; time <= this.times; time++) this.line(\`Hello from \${this.app.config.app.name}\`);
  }
}
`;
