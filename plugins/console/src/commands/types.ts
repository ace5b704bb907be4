import { Command, Option } from '../command/index.ts';
import { bringTypes, typesPath } from '../introspection/types-file.ts';

/** `types`: writes the names of the application for the compiler, or checks that they are up to date. */
export class Types extends Command {
  static override paths = [['types']];

  static override usage = Command.Usage({
    details:
      `It writes ${typesPath}: names of routes with their parameters, limiters, and translations with their placeholders. ` +
      'The compiler then refuses other names. The server of `serve --watch` keeps an existing file up to date. Delete the ' +
      'file to take any name again.',
    examples: [
      ['Write the file; commit it', 'npx taproot types'],
      ['Exit with 1 when it is not up to date', 'npx taproot types --check'],
    ],
  });

  check = Option.Boolean('--check', false, {
    description: 'Write nothing, and exit with 1 when the file is not up to date',
  });

  override async execute(): Promise<number> {
    const state = await bringTypes(this.app, this.context.root, () => !this.check);
    if (state === 'fresh') this.line(`${typesPath} is up to date.`);
    else if (!this.check) this.line(`${typesPath} is written.`);
    else {
      this.line(state === 'absent' ? `There is no ${typesPath}.` : `${typesPath} is not up to date.`);
      this.line('Run `npx taproot types`, and commit the file.');
      return 1;
    }
    return 0;
  }
}
