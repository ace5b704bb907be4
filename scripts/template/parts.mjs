/**
 * What leaves the skeleton with a part that an application is made without. The one place that says so: the skeleton has
 * no marks. Everything that hangs on it leaves by itself (prune.mjs): imports, entries of lists, steps of chains,
 * statements, names that are then unused, rate limiters that no route names, rows of README.md about absent files.
 * What the fields hold: parts.d.mts.
 */
export const parts = [
  {
    name: 'database',
    requires: [],
    packages: ['@faker-js/faker', '@taproot/database'],
    files: ['config/database.ts', 'database/', 'app/posts/tables.ts', 'tests/slugs.test.ts'],
    members: ['facades.DB'],
    lines: { 'README.md': ['make:migration create_photos'] },
    paragraphs: {
      '.env.example': ['# Without DATABASE_URL'],
      '.env.testing': ['# Each worker of the test'],
      'README.md': ['**A table** is', '`.env.testing` is read in place'],
    },
  },
  {
    name: 'auth',
    requires: ['database'],
    packages: ['@taproot/auth'],
    files: [
      'config/auth.ts',
      'bootstrap/policies.ts',
      'app/policies/',
      'app/users/',
      'app/http/controllers/auth-controller.ts',
      'app/http/requests/log-in.ts',
      'app/http/requests/register.ts',
      'database/migrations/20260101000001_create_users.ts',
      'tests/auth.test.ts',
      'tests/post-policy.test.ts',
    ],
    members: ['facades.Auth', 'facades.Gate', 'facades.Hash', 'middleware.auth', 'middleware.can'],
    lines: {
      'README.md': ['make:policy Photo'],
      'public/assets/app.js': ['const account =', "['register',", "['login',"],
    },
    paragraphs: {},
  },
  {
    name: 'posts',
    requires: [],
    packages: [],
    files: [
      'config/posts.ts',
      'app/http/author-of.ts',
      'app/http/controllers/attachment-controller.ts',
      'app/http/controllers/post-controller.ts',
      'app/http/requested-post.ts',
      'app/http/requests/store-post.ts',
      'app/plugins/posts.ts',
      'app/policies/post-policy.ts',
      'app/posts/',
      'database/factories/post-factory.ts',
      'database/migrations/20260101000002_create_posts.ts',
      'tests/attachments.test.ts',
      'tests/limits.test.ts',
      'tests/post-policy.test.ts',
      'tests/posts.test.ts',
      'tests/slugs.test.ts',
    ],
    members: ['facades.Posts'],
    lines: {
      'public/assets/app.js': ["['posts.index',", "['posts.store',", "['posts.update',", "['attachments.store',"],
    },
    paragraphs: { '.env.example': ['ATTACHMENTS_PATH='] },
  },
];

/**
 * The steps of a chain, and the calls, whose arguments are a list: what leaves it leaves the rest as it is. A step without
 * arguments left leaves too.
 */
export const lists = new Set(['append', 'middleware', 'withCallback', 'withMiddleware', 'withPolicies']);
