import { increments, type MigrationDb } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('posts')
    .addColumn('id', increments())
    .addColumn('slug', 'varchar(150)', (slug) => slug.notNull().unique())
    .addColumn('title', 'varchar(120)', (title) => title.notNull())
    .addColumn('body', 'text', (body) => body.notNull())
    .addColumn('author_id', 'integer')
    .execute();
  await db.schema
    .createTable('attachments')
    .addColumn('name', 'varchar(100)', (name) => name.primaryKey())
    .addColumn('post_id', 'integer', (post) => post.notNull().references('posts.id').onDelete('cascade'))
    .execute();

  // Example rows for the first day. Remove them in your first own migration.
  await db
    .insertInto('posts')
    .values([
      {
        slug: 'hello-taproot',
        title: 'Hello, Taproot',
        body: 'Routes are in routes/, controllers in app/http/controllers/.',
      },
      { slug: 'try-it', title: 'Try it', body: 'Send a POST to /api/posts with a title and a body.' },
    ])
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('attachments').execute();
  await db.schema.dropTable('posts').execute();
};
