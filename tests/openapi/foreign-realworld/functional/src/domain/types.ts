export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly secret: string;
  readonly bio: string | null;
  readonly image: string | null;
}

export interface Article {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tagList: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly author: number;
}

export interface Comment {
  readonly id: number;
  readonly article: number;
  readonly author: number;
  readonly body: string;
  readonly createdAt: number;
}

export type Viewer = User | null;
