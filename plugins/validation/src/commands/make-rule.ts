import { Command } from '@taproot/console/command';
import { builtInRules } from '../rules/index.ts';
import { RuleRegistry } from '../rules/registry.ts';
import { MakeEntry } from './make-entry.ts';
import { ruleStub } from './stubs/rule-stub.ts';

/** `make:rule`: creates a rule of the application and lists it in `bootstrap/rules.ts`. */
export class MakeRule extends MakeEntry {
  static override paths = [['make:rule']];

  static override usage = Command.Usage({
    details:
      'It is written to app/rules and listed in bootstrap/rules.ts. Rule texts call it by its name in snake case.',
    examples: [
      ['The rule phone', 'npx taproot make:rule Phone'],
      ['The rule user_phone', 'npx taproot make:rule user/Phone'],
    ],
  });

  protected override readonly kind = 'rule';
  protected readonly step = 'withRules';
  protected readonly about = "The application's own validation rules.";
  protected readonly stub = ruleStub;

  protected builtIn(): Iterable<string> {
    return new RuleRegistry(builtInRules).names();
  }

  protected known(): readonly string[] {
    return this.app.facades.Validation().ruleNames();
  }

  protected usedAs(signature: string): string {
    return `In a rule text: 'required|${signature}'`;
  }
}
