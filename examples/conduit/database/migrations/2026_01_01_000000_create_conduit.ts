import { type ColumnDefinitionBuilder, increments, type MigrationDb } from '@taproot/database';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const unique = (column: ColumnDefinitionBuilder) => column.notNull().unique();
const partOf = (parent: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${parent}.id`).onDelete('cascade');

export const up = async (db: MigrationDb): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable('users')
    .$call(increments(db))
    .addColumn('email', 'varchar(255)', unique)
    .addColumn('username', 'varchar(255)', unique)
    .addColumn('password', 'varchar(255)', required)
    .addColumn('login_key', 'varchar(36)', unique)
    .addColumn('bio', 'text')
    .addColumn('image', 'text')
    .execute();
  await schema
    .createTable('articles')
    .$call(increments(db))
    .addColumn('slug', 'varchar(255)', unique)
    .addColumn('title', 'varchar(255)', required)
    .addColumn('description', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('author_id', 'integer', partOf('users'))
    .addColumn('created_at', 'varchar(24)', required)
    .addColumn('updated_at', 'varchar(24)', required)
    .execute();
  await schema.createIndex('articles_author').on('articles').column('author_id').execute();
  await schema
    .createTable('article_tags')
    .addColumn('article_id', 'integer', partOf('articles'))
    .addColumn('tag', 'varchar(255)', required)
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('article_tags_key', ['article_id', 'tag'])
    .execute();
  await schema.createIndex('article_tags_tag').on('article_tags').column('tag').execute();
  await schema
    .createTable('comments')
    .$call(increments(db))
    .addColumn('body', 'text', required)
    .addColumn('article_id', 'integer', partOf('articles'))
    .addColumn('author_id', 'integer', partOf('users'))
    .addColumn('created_at', 'varchar(24)', required)
    .addColumn('updated_at', 'varchar(24)', required)
    .execute();
  await schema.createIndex('comments_article').on('comments').column('article_id').execute();
  await schema
    .createTable('favorites')
    .addColumn('user_id', 'integer', partOf('users'))
    .addColumn('article_id', 'integer', partOf('articles'))
    .addPrimaryKeyConstraint('favorites_key', ['article_id', 'user_id'])
    .execute();
  await schema.createIndex('favorites_user').on('favorites').column('user_id').execute();
  await schema
    .createTable('follows')
    .addColumn('follower_id', 'integer', partOf('users'))
    .addColumn('followed_id', 'integer', partOf('users'))
    .addPrimaryKeyConstraint('follows_key', ['follower_id', 'followed_id'])
    .execute();
};

export const down = async ({ schema }: MigrationDb): Promise<void> => {
  for (const table of ['follows', 'favorites', 'comments', 'article_tags', 'articles', 'users'])
    await schema.dropTable(table).execute();
};
