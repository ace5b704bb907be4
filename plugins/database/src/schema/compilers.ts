import {
  type AddColumnNode,
  AlterTableNode,
  type BinaryOperationNode,
  type ColumnDefinitionNode,
  type CreateTableNode,
  type DataTypeNode,
  ForeignKeyConstraintNode,
  MysqlQueryCompiler,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  SqliteQueryCompiler,
  type TableNode,
} from 'kysely';
import { errors } from '../errors.ts';
import { spelling } from './portable.ts';

/** Statements of SQLite. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitDataType({ dataType }: DataTypeNode): void {
    this.append(spelling('sqlite', dataType));
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const known = ofEmptyList(node);
    if (known === null) super.visitBinaryOperation(node);
    else this.append(known);
  }
}

/** Statements of PostgreSQL. */
export class PgsqlCompiler extends PostgresQueryCompiler {
  protected override visitDataType({ dataType }: DataTypeNode): void {
    this.append(spelling('pgsql', dataType));
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const known = ofEmptyList(node);
    if (known === null) super.visitBinaryOperation(node);
    else this.append(known);
  }
}

/**
 * Compiles statements for MySQL and MariaDB. MySQL ignores `references` of a column, so this writes a constraint of the
 * table instead.
 */
export class MysqlCompiler extends MysqlQueryCompiler {
  protected override visitDataType({ dataType }: DataTypeNode): void {
    this.append(spelling('mysql', dataType));
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const known = ofEmptyList(node);
    if (known === null) super.visitBinaryOperation(node);
    else this.append(known);
  }

  /** Throws, because MySQL does not return rows: it would write the row, and the caller would get a count instead. */
  protected override visitReturning(): never {
    throw errors.E_DATABASE_RETURNING();
  }

  protected override visitCreateTable(node: CreateTableNode): void {
    const keys = node.columns.flatMap((column) => foreignKey(node.table, column));
    super.visitCreateTable(keys.length === 0 ? node : { ...node, constraints: [...(node.constraints ?? []), ...keys] });
  }

  protected override visitColumnDefinition({ references: _references, ...node }: ColumnDefinitionNode): void {
    super.visitColumnDefinition(node);
  }

  protected override visitAddColumn(node: AddColumnNode): void {
    super.visitAddColumn(node);
    const parent = this.parentNode;
    if (parent === undefined || !AlterTableNode.is(parent)) return;
    for (const key of foreignKey(parent.table, node.column)) {
      this.append(', add ');
      this.visitNode(key);
    }
  }
}

/** The condition for `in` and `not in` with an empty list, because PostgreSQL and MySQL have no syntax for it. */
const ofEmptyList = ({ operator, rightOperand }: BinaryOperationNode): string | null => {
  if (!PrimitiveValueListNode.is(rightOperand) || rightOperand.values.length > 0 || !OperatorNode.is(operator))
    return null;
  if (operator.operator === 'in') return '1 = 0';
  return operator.operator === 'not in' ? '1 = 1' : null;
};

const foreignKey = (table: TableNode, { column, references }: ColumnDefinitionNode): ForeignKeyConstraintNode[] => {
  if (references === undefined) return [];
  const name = `${table.table.identifier.name}_${column.column.name}_foreign`.slice(0, longestName);
  const key = ForeignKeyConstraintNode.create([column], references.table, references.columns, name);
  const { onDelete, onUpdate } = references;
  const actions = { ...(onDelete === undefined ? {} : { onDelete }), ...(onUpdate === undefined ? {} : { onUpdate }) };
  return [ForeignKeyConstraintNode.cloneWith(key, actions)];
};

/** The longest name on MySQL and MariaDB, in characters. */
const longestName = 64;
