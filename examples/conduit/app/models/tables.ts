import type { Generated, Tables } from '@taproot/database';

interface UserTable {
  id: Generated<number>;
  email: string;
  username: string;
  password: string;
  bio: string | null;
  image: string | null;
}

/** `created_at` and `updated_at` are ISO 8601 with milliseconds, in UTC. */
interface ArticleTable {
  id: Generated<number>;
  slug: string;
  title: string;
  description: string;
  body: string;
  author_id: number;
  created_at: string;
  updated_at: string;
}

interface CommentTable {
  id: Generated<number>;
  body: string;
  article_id: number;
  author_id: number;
  created_at: string;
  updated_at: string;
}

declare module '@taproot/auth' {
  interface AuthUser extends Readonly<Tables['logged_in_users']> {}
}

declare module '@taproot/database' {
  interface Tables {
    users: UserTable;
    /** A token names a login. When the login is deleted, its tokens are invalid. */
    logins: { id: string; user_id: number };
    /** `id` is the id of the user. */
    logged_in_users: { id: number; login: string };
    articles: ArticleTable;
    article_tags: { article_id: number; tag: string; position: number };
    comments: CommentTable;
    favorites: { user_id: number; article_id: number };
    follows: { follower_id: number; followed_id: number };
  }
}
