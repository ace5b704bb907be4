import { isDeepStrictEqual } from 'node:util';
import {
  AliasNode,
  ColumnNode,
  ExpressionWrapper,
  expressionBuilder,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  type SelectQueryBuilder,
  SelectQueryNode,
} from 'kysely';
import type { AnyTables } from '../connection/connection.ts';
import { portable } from '../schema/portable.ts';

/** A column that orders rows, as `by` names it: `title`, `posts.id`. */
export interface Term {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** A term with the names that the plugins of the query make of it. */
export interface FoundTerm {
  /** The column itself. */
  readonly own: OperationNode;
  /** The name that the column would have in the result. */
  readonly name: string;
}

/** The facts about a query that reading beyond a cursor needs. */
export interface Peek {
  readonly terms: readonly FoundTerm[];
  /** Whether null is the greatest value, as on PostgreSQL. On the other engines it is the least. */
  readonly nullsAreGreatest: boolean;
}

/** Compiles the terms with the plugins of the query, without running it, because plugins such as CamelCasePlugin change names. */
export const peek = <Database, Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  terms: readonly Term[],
): Peek => {
  const builder = expressionBuilder<AnyTables, string>();
  const marks = terms.map(({ column }) => builder.ref(column).as(column.slice(column.lastIndexOf('.') + 1)));
  const engine = new ExpressionWrapper(nulls.toOperationNode()).as('engine');
  const { sql: text, query: node } = query
    .clearSelect()
    .clearWhere()
    .select([...marks, engine])
    .compile();
  const selections = SelectQueryNode.is(node) ? (node.selections ?? []) : [];
  const found = selections.flatMap(({ selection }) =>
    AliasNode.is(selection) && IdentifierNode.is(selection.alias)
      ? [{ own: selection.node, name: selection.alias.name }]
      : [],
  );
  return { terms: found.slice(0, terms.length), nullsAreGreatest: text.includes(greatest) };
};

const greatest = "'nulls are greatest'";
const nulls = portable<string>({ sqlite: "''", pgsql: greatest, mysql: "''" });

/** A term within a query: its expression, and its name in the result. */
export interface ResolvedTerm {
  readonly expression: OperationNode;
  readonly output: string;
}

/** Finds the meaning of a term. As in `order by`, a name that the query selects means the selected expression. */
export const resolveTerm = ({ own, name }: FoundTerm, { selections = [] }: SelectQueryNode): ResolvedTerm => {
  const isMeant = ({ expression, output }: ResolvedTerm): boolean =>
    ReferenceNode.is(own) && own.table !== undefined ? isSame(own, expression) : output === name;
  // If several columns have the same name, a row has the value of the last one.
  return (
    selections.flatMap(({ selection }) => selectedBy(selection)).findLast(isMeant) ?? { expression: own, output: name }
  );
};

const selectedBy = (selection: OperationNode): readonly ResolvedTerm[] => {
  if (AliasNode.is(selection))
    return IdentifierNode.is(selection.alias) ? [{ expression: selection.node, output: selection.alias.name }] : [];
  return ReferenceNode.is(selection) && ColumnNode.is(selection.column)
    ? [{ expression: selection, output: selection.column.column.name }]
    : [];
};

const isSame = (own: ReferenceNode, selected: OperationNode): boolean =>
  ReferenceNode.is(selected) &&
  isDeepStrictEqual(own.column, selected.column) &&
  (selected.table === undefined || isDeepStrictEqual(own.table, selected.table));
