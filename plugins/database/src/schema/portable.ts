import type { ColumnDataType, DataTypeNode, Expression } from 'kysely';
import type { DriverName } from '../catalog/catalog.ts';

/** The same SQL in the syntax of each engine. */
export type Spellings = Readonly<Record<DriverName, string>>;

/**
 * An expression that each engine writes in its own way. It is passed as a data type node, because that node has one
 * value, which plugins of kysely do not change.
 */
export const portable = <Type>(spellings: Spellings): Expression<Type> => {
  const node: DataTypeNode = { kind: 'DataTypeNode', dataType: spellings as unknown as ColumnDataType };
  return { expressionType: undefined, toOperationNode: () => node };
};

/** The SQL of a data type for an engine. kysely's own types are the same on all engines. */
export const spelling = (driver: DriverName, dataType: ColumnDataType | Spellings): string =>
  typeof dataType === 'string' ? dataType : dataType[driver];
