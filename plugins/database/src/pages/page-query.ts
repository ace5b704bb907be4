import {
  AliasNode,
  ColumnNode,
  ExpressionWrapper,
  IdentifierNode,
  type KyselyPlugin,
  LimitNode,
  type OperationNode,
  OrderByItemNode,
  QueryNode,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  ValueNode,
} from 'kysely';
import { errors } from '../errors.ts';
import { conditionsBeyond } from './beyond.ts';
import { isComposed } from './composed.ts';
import type { CursorValue } from './cursor.ts';
import { type FoundTerm, resolveTerm } from './page-terms.ts';

/** A term with the direction of reading. Pages before a cursor are read in the opposite direction. */
export interface ReadTerm extends FoundTerm {
  readonly direction: 'asc' | 'desc';
  readonly nullsLast: boolean;
  /** The value at the cursor. */
  readonly value: CursorValue;
}

/** Name of the column with the value of a term. Only letters and digits, because plugins leave such a name unchanged. */
export const valueName = (at: number): string => `taprootcursor${at}`;

/** How many conditions `conditionsBeyond()` has for the terms. */
export const countStretches = (terms: readonly ReadTerm[]): number =>
  conditionsBeyond(terms.map((term) => ({ ...term, column: new ExpressionWrapper(term.own) }))).length;

/**
 * Makes a query read `limit` rows in the order of the terms, and select their values too. With `stretch`, it reads only rows that meet the
 * condition of `conditionsBeyond()` with this index.
 */
export const readingPlugin = (terms: readonly ReadTerm[], stretch: number | null, limit: number): KyselyPlugin => ({
  transformQuery: ({ node }): RootOperationNode => {
    if (!SelectQueryNode.is(node)) return node;
    refuseOwnOrder(node);
    const isWrapped = isComposed(node);
    const base = isWrapped ? SelectQueryNode.cloneWithSelections(wrap(node), [SelectionNode.createSelectAll()]) : node;
    const steps = terms.map((term) => {
      const { expression, output } = resolveTerm(term, node);
      return { ...term, column: new ExpressionWrapper(isWrapped ? ofPage(output) : expression) };
    });
    const nameOf = (at: number): IdentifierNode => IdentifierNode.create(valueName(at));
    const selections = steps.map(({ column }, at) =>
      SelectionNode.create(AliasNode.create(column.toOperationNode(), nameOf(at))),
    );
    const order = steps.map(({ direction }, at) =>
      OrderByItemNode.create(nameOf(at), RawNode.createWithSql(direction)),
    );
    const selected = SelectQueryNode.cloneWithSelections(base, selections);
    const ordered = QueryNode.cloneWithOrderByItems(selected, order);
    const limited = SelectQueryNode.cloneWithLimit(ordered, LimitNode.create(ValueNode.create(limit)));
    const condition = stretch === null ? undefined : conditionsBeyond(steps)[stretch];
    return condition === undefined ? limited : QueryNode.cloneWithWhere(limited, condition.toOperationNode());
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

const page = 'page';
const wrap = (node: SelectQueryNode): SelectQueryNode =>
  SelectQueryNode.createFrom([AliasNode.create(node, IdentifierNode.create(page))]);
const ofPage = (column: string): OperationNode =>
  ReferenceNode.create(ColumnNode.create(column), TableNode.create(page));

/**
 * Throws for a query with its own order or limit. The order would come before the order of the pages, and the limit would apply to each
 * page.
 */
const refuseOwnOrder = ({ orderBy, limit, offset, fetch, top }: SelectQueryNode): void => {
  const own = Object.entries({ orderBy, limit, offset, fetch, top }).find(([, part]) => part !== undefined);
  if (own !== undefined) throw errors.E_PAGE_ORDER({ clause: own[0] });
};
