import { Command } from '@taproot/console/command';
import { languagesOf } from '../languages-of.ts';
import { compareLocales } from './compare-locales.ts';

/** `lang:missing`: where the other locales differ from the fallback locale. */
export class LangMissing extends Command {
  static override paths = [['lang:missing']];

  static override usage = Command.Usage({
    details: 'It exits with 1 when a text is missing, so that a build can stop for it.',
    examples: [['What is still to be translated', 'npx taproot lang:missing']],
  });

  override execute(): Promise<number> {
    const { fallback_locale: fallback } = this.app.config.app;
    const differences = compareLocales(languagesOf(this.app), fallback);
    this.table(differences.map(({ locale, kind, key }) => [locale, kind, key]));
    const missing = differences.filter(({ kind }) => kind === 'missing').length;
    const extra = differences.length - missing;
    if (extra + missing > 0) this.line();
    this.line(`Compared with ${fallback}: ${missing} missing, ${extra} unknown to it.`);
    return Promise.resolve(missing === 0 ? 0 : 1);
  }
}
