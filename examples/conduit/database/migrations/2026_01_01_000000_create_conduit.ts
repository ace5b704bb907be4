import { type ColumnDefinitionBuilder, increments, type MigrationDb } from '@taproot/database';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const unique = (column: ColumnDefinitionBuilder) => column.notNull().unique();
const partOf = (parent: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${parent}.id`).onDelete('cascade');

export const up = async (db: MigrationDb): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable('users')
    .addColumn('id', increments())
    .addColumn('email', 'varchar(255)', unique)
    .addColumn('username', 'varchar(255)', unique)
    .addColumn('password', 'varchar(255)', required)
    .addColumn('bio', 'text')
    .addColumn('image', 'text')
    .execute();
  await schema
    .createTable('logins')
    .addColumn('id', 'varchar(36)', (id) => id.primaryKey())
    .addColumn('user_id', 'integer', partOf('users'))
    .execute();
  await schema.createIndex('logins_user').on('logins').column('user_id').execute();
  const logins = db.selectFrom('logins').innerJoin('users', 'users.id', 'user_id');
  const columns = ['logins.id as login', 'users.id', 'email', 'username', 'bio', 'image'] as const;
  await schema.createView('logged_in_users').as(logins.select(columns)).execute();
  await schema
    .createTable('articles')
    .addColumn('id', increments())
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
    .addColumn('id', increments())
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
  await schema.dropView('logged_in_users').execute();
  for (const table of ['follows', 'favorites', 'comments', 'article_tags', 'articles', 'logins', 'users'])
    await schema.dropTable(table).execute();
};
