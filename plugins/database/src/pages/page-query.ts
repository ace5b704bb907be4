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

/** A term with the direction in which rows are read, which is the opposite one for pages before a cursor. */
export interface ReadTerm extends FoundTerm {
  readonly direction: 'asc' | 'desc';
  readonly nullsLast: boolean;
  /** The value at the cursor. */
  readonly value: CursorValue;
}

/** Name of the column in which a row has its value of a term. Only letters and digits: plugins keep such a name. */
export const valueName = (at: number): string => `taprootcursor${at}`;

/** How many conditions `conditionsBeyond()` has for the terms. */
export const countStretches = (terms: readonly ReadTerm[]): number =>
  conditionsBeyond(terms.map((term) => ({ ...term, column: new ExpressionWrapper(term.own) }))).length;

/**
 * Turns a query into one for `limit` rows in the order of the terms, whose values it selects as well. With `stretch`, only
 * rows beyond the cursor are read: those of that condition of `conditionsBeyond()`.
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

/** An order of its own would come before that of the pages, and a limit would be counted on each page anew. */
const refuseOwnOrder = ({ orderBy, limit, offset, fetch, top }: SelectQueryNode): void => {
  const own = Object.entries({ orderBy, limit, offset, fetch, top }).find(([, part]) => part !== undefined);
  if (own !== undefined) throw errors.E_PAGE_ORDER({ clause: own[0] });
};
