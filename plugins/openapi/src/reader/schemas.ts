import type { api, ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import type { Shapes } from './shapes.ts';
import type { SchemaFact } from './type-reader.ts';

/**
 * A Standard Schema in a call that validates, or the schema of a form request; null for rules.
 * @param given what the call gets
 * @param written the expression behind it
 * @param form the objects of the form request; null if it is none
 */
export const schemaFact = (
  session: Session,
  shapes: Shapes,
  { given, written, form }: { readonly given: ast.Node; readonly written: ast.Node; readonly form: api.Type | null },
): SchemaFact | null => {
  const rules = form === null ? undefined : session.returnOf(session.memberOf(form, 'rules'));
  const schema = form === null ? session.cache.typeAt(written) : rules;
  const standard = schema && session.memberOf(schema, '~standard');
  if (standard === undefined) return null;
  const types = session.memberOf(standard, 'types');
  // The member is optional, because it exists for the compiler alone.
  const said = types && session.membersOf(types).find((type) => session.cache.property(type, 'input') !== undefined);
  const input = said && session.memberOf(said, 'input');
  return {
    input: input === undefined ? { kind: 'unknown' } : shapes.of(input),
    source: sourceOf(session, written) ?? sourceOf(session, given),
  };
};

/** The name under which a module of the application may export a value: `newPost`, or `schemas.newPost`. */
const sourceOf = (session: Session, node: ast.Node): SchemaFact['source'] => {
  const { ast: syntax } = session;
  if (syntax.isPropertyAccessExpression(node)) {
    const holder = sourceOf(session, node.expression);
    return holder && { file: holder.file, path: [...holder.path, node.name.text] };
  }
  if (!syntax.isIdentifier(node)) return null;
  const symbol = session.symbolAt(node);
  const file = session.fileOf(symbol);
  if (symbol === undefined || session.owners.of(file).kind !== 'application') return null;
  // `import * as schemas`
  if (isModule(session, symbol)) return { file, path: [] };
  return isOfModule(session, symbol) ? { file, path: [symbol.name] } : null;
};

const isModule = ({ ast: syntax }: Session, symbol: api.Symbol): boolean => {
  const declared = symbol.valueDeclaration?.resolve();
  return declared !== undefined && syntax.isSourceFile(declared);
};

/** Whether a module declares a name itself, and not one of its functions. */
const isOfModule = ({ ast: syntax }: Session, symbol: api.Symbol): boolean => {
  const declared = symbol.valueDeclaration?.resolve();
  if (declared === undefined) return false;
  const holder = syntax.isVariableDeclaration(declared) ? declared.parent.parent.parent : declared.parent;
  return syntax.isSourceFile(holder);
};
