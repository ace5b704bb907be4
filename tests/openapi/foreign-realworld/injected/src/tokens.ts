import type { UserProvider } from '@taproot/auth';
import type { ArticlesController } from './articles/articles.controller.ts';
import type { ArticlesRepository } from './articles/articles.repository.ts';
import type { ArticlesService } from './articles/articles.service.ts';
import type { CommentsController } from './comments/comments.controller.ts';
import type { CommentsRepository } from './comments/comments.repository.ts';
import type { CommentsService } from './comments/comments.service.ts';
import { InjectionToken } from './common/container.ts';
import type { FollowsRepository } from './profiles/follows.repository.ts';
import type { ProfilesController } from './profiles/profiles.controller.ts';
import type { ProfilesService } from './profiles/profiles.service.ts';
import type { UsersController } from './users/users.controller.ts';
import type { UsersRepository } from './users/users.repository.ts';
import type { Credentials, UsersService } from './users/users.service.ts';

export const TOKENS = {
  userProvider: new InjectionToken<UserProvider>('UserProvider'),
  credentials: new InjectionToken<Credentials>('Credentials'),
  usersRepository: new InjectionToken<UsersRepository>('UsersRepository'),
  usersService: new InjectionToken<UsersService>('UsersService'),
  usersController: new InjectionToken<UsersController>('UsersController'),
  followsRepository: new InjectionToken<FollowsRepository>('FollowsRepository'),
  profilesService: new InjectionToken<ProfilesService>('ProfilesService'),
  profilesController: new InjectionToken<ProfilesController>('ProfilesController'),
  articlesRepository: new InjectionToken<ArticlesRepository>('ArticlesRepository'),
  articlesService: new InjectionToken<ArticlesService>('ArticlesService'),
  articlesController: new InjectionToken<ArticlesController>('ArticlesController'),
  commentsRepository: new InjectionToken<CommentsRepository>('CommentsRepository'),
  commentsService: new InjectionToken<CommentsService>('CommentsService'),
  commentsController: new InjectionToken<CommentsController>('CommentsController'),
};
