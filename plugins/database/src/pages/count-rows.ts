import {
  AliasNode,
  IdentifierNode,
  type KyselyPlugin,
  RawNode,
  type RootOperationNode,
  SelectionNode,
  type SelectQueryBuilder,
  SelectQueryNode,
} from 'kysely';
import { isComposed } from './composed.ts';

/** How many rows a query has in total, without its limit. */
export const countRows = async <Database, Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
): Promise<number> => {
  const [row] = await query.clearOrderBy().clearLimit().clearOffset().withPlugin(counting).execute();
  return Number(typeof row === 'object' && row !== null && 'total' in row ? row.total : 0);
};

const total = SelectionNode.create(AliasNode.create(RawNode.createWithSql('count(*)'), IdentifierNode.create('total')));

/** Replaces the selection by a count. Counts a composed query as a subquery. */
const counting: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode => {
    if (!SelectQueryNode.is(node)) return node;
    if (!isComposed(node)) return { ...node, selections: [total] };
    const all = SelectQueryNode.createFrom([AliasNode.create(node, IdentifierNode.create('counted'))]);
    return SelectQueryNode.cloneWithSelections(all, [total]);
  },
  transformResult: ({ result }) => Promise.resolve(result),
};
