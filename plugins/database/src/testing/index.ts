export { assertDatabaseCount, assertDatabaseHas, assertDatabaseMissing, type Columns } from './assertions.ts';
export { type RefreshOptions, refreshDatabase } from './refresh-database.ts';
