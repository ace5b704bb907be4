import { ArticlesController } from './articles/articles.controller.ts';
import { InMemoryArticlesRepository } from './articles/articles.repository.ts';
import { DefaultArticlesService } from './articles/articles.service.ts';
import { CommentsController } from './comments/comments.controller.ts';
import { InMemoryCommentsRepository } from './comments/comments.repository.ts';
import { DefaultCommentsService } from './comments/comments.service.ts';
import { Container } from './common/container.ts';
import { InMemoryFollowsRepository } from './profiles/follows.repository.ts';
import { ProfilesController } from './profiles/profiles.controller.ts';
import { DefaultProfilesService } from './profiles/profiles.service.ts';
import { TOKENS as T } from './tokens.ts';
import { UsersController } from './users/users.controller.ts';
import { InMemoryUsersRepository, RepositoryUserProvider } from './users/users.repository.ts';
import { DefaultUsersService, TaprootCredentials } from './users/users.service.ts';

export const createContainer = (): Container =>
  new Container()
    .bind(T.usersRepository, InMemoryUsersRepository)
    .bind(T.followsRepository, InMemoryFollowsRepository)
    .bind(T.articlesRepository, InMemoryArticlesRepository)
    .bind(T.commentsRepository, InMemoryCommentsRepository)
    .bind(T.credentials, TaprootCredentials)
    .bind(T.userProvider, RepositoryUserProvider, T.usersRepository)
    .bind(T.usersService, DefaultUsersService, T.usersRepository, T.credentials)
    .bind(T.profilesService, DefaultProfilesService, T.usersRepository, T.followsRepository)
    .bind(
      T.articlesService,
      DefaultArticlesService,
      T.articlesRepository,
      T.usersRepository,
      T.followsRepository,
      T.profilesService,
    )
    .bind(T.commentsService, DefaultCommentsService, T.commentsRepository, T.articlesService, T.profilesService)
    .bind(T.usersController, UsersController, T.usersService)
    .bind(T.profilesController, ProfilesController, T.profilesService)
    .bind(T.articlesController, ArticlesController, T.articlesService)
    .bind(T.commentsController, CommentsController, T.commentsService);
