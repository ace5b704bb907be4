import type { api, ast } from './compiler-modules.ts';
import type { Session } from './session.ts';
import type { Shapes } from './shapes.ts';
import type { SchemaFact } from './type-reader.ts';

/**
 * A Standard Schema in a call that validates, or the schema of a form request; null for rules.
 * @param written what the call gets
 * @param form the objects of the form request; null if it is none
 */
export const schemaFact = (
  session: Session,
  shapes: Shapes,
  written: ast.Node,
  form: api.Type | null,
): SchemaFact | null => {
  const rules = form === null ? undefined : session.returnOf(session.memberOf(form, 'rules'));
  const schema = form === null ? session.cache.typeAt(written) : rules;
  const standard = schema && session.memberOf(schema, '~standard');
  if (standard === undefined) return null;
  const types = session.memberOf(standard, 'types');
  // The member is optional, because it exists for the compiler alone.
  const said = types && session.membersOf(types).find((type) => session.cache.property(type, 'input') !== undefined);
  const input = said && session.memberOf(said, 'input');
  return { input: input === undefined ? { kind: 'unknown' } : shapes.of(input), source: sourceOf(session, written) };
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
  return { file, path: [symbol.name] };
};
