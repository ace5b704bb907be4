import { Command } from '@taproot/console/command';
import { type Blueprint, type GeneratedName, GeneratorCommand } from '@taproot/console/generator';
import { RuleRegistry } from '../engine/rule-registry.ts';
import { builtInRules } from '../rules/index.ts';
import { ruleStub } from './stubs/rule-stub.ts';

const fileOf = (name: GeneratedName): string => `app/rules/${name.path}.ts`;

/** `make:rule`: a rule of the application's own, listed in `bootstrap/rules.ts`. */
export class MakeRule extends GeneratorCommand {
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

  protected override async checkName(name: GeneratedName): Promise<void> {
    const signature = name.in('_');
    const suggestion = `My${name.pascal}, which would be "my_${signature}"`;
    const builtIn = new Set(new RuleRegistry(builtInRules).names());
    if (builtIn.has(signature)) throw this.taken(signature, 'a rule of the framework', suggestion);
    // Made again by --force it is registered already, from the very file.
    const known = this.app.facades.Validation().ruleNames();
    if (known.includes(signature) && !(await this.exists(fileOf(name))))
      throw this.taken(signature, 'a rule of this application', suggestion);
  }

  protected override blueprint(name: GeneratedName): Blueprint {
    return {
      files: [{ path: fileOf(name), text: ruleStub(name.pascal, name.in('_')) }],
      declares: [name.pascal],
      claims: name.in('_'),
      registration: {
        step: 'withRules',
        file: 'bootstrap/rules.ts',
        list: 'rules',
        source: fileOf(name),
        import: { name: name.pascal, locals: [name.pascal, name.alias, `${name.alias}Rule`] },
        entry: (local) => `new ${local}()`,
        empty: "/** The application's own validation rules. */\nexport const rules = [];\n",
      },
      next: [`In a rule text: 'required|${name.in('_')}'`],
    };
  }
}
