import { Command, Option, oneOf } from '@taproot/console/command';
import { scripts, shells } from '../completion/completion-scripts.ts';

/** `completion`: the script with which a shell completes commands and options. */
export class Completion extends Command {
  static override paths = [['completion']];

  static override usage = Command.Usage({
    details:
      `Shells: ${shells.join(', ')}. Candidates come from what an earlier run remembered, without booting the\n` +
      'application; the first one after a change boots it.',
    examples: [
      ['bash, in ~/.bashrc', 'eval "$(npx taproot completion bash)"'],
      ['zsh, in ~/.zshrc behind compinit', 'eval "$(npx taproot completion zsh)"'],
      ['fish', 'npx taproot completion fish > ~/.config/fish/completions/taproot.fish'],
    ],
  });

  shell = Option.String({ name: 'shell', validator: oneOf(...shells) });

  override async execute(): Promise<void> {
    this.line(scripts[this.shell].trim());
  }
}
