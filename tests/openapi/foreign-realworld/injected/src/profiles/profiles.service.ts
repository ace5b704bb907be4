import { ProfileNotFoundException } from '../common/exceptions.ts';
import type { User } from '../users/user.entity.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import type { FollowsRepository } from './follows.repository.ts';

/** A user as others see him. */
export interface ProfileDto {
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
  readonly following: boolean;
}

export interface ProfilesService {
  find(username: string, viewer: number | null): Promise<ProfileDto>;
  follow(username: string, follower: number): Promise<ProfileDto>;
  unfollow(username: string, follower: number): Promise<ProfileDto>;
  profileOf(id: number, viewer: number | null): Promise<ProfileDto>;
}

export class DefaultProfilesService implements ProfilesService {
  constructor(
    private readonly users: UsersRepository,
    private readonly follows: FollowsRepository,
  ) {}

  async find(username: string, viewer: number | null): Promise<ProfileDto> {
    return this.toDto(await this.byName(username), viewer);
  }

  async follow(username: string, follower: number): Promise<ProfileDto> {
    const user = await this.byName(username);
    await this.follows.add(follower, user.id);
    return this.toDto(user, follower);
  }

  async unfollow(username: string, follower: number): Promise<ProfileDto> {
    const user = await this.byName(username);
    await this.follows.remove(follower, user.id);
    return this.toDto(user, follower);
  }

  async profileOf(id: number, viewer: number | null): Promise<ProfileDto> {
    const user = await this.users.findById(id);
    if (user === null) throw new Error(`User ${id} is gone.`);
    return this.toDto(user, viewer);
  }

  private async byName(username: string): Promise<User> {
    const user = await this.users.findByUsername(username);
    if (user === null) throw new ProfileNotFoundException();
    return user;
  }

  private async toDto({ id, username, bio, image }: User, viewer: number | null): Promise<ProfileDto> {
    const following = viewer !== null && (await this.follows.follows(viewer, id));
    return { username, bio, image, following };
  }
}
