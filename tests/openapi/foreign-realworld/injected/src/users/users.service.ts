import { InvalidCredentialsException, RegistrationConflictException, TakenException } from '../common/exceptions.ts';
import { facades } from '../facades.ts';
import type { RegisterCommand, UpdateUserCommand, User, UserDto } from './user.entity.ts';
import type { UsersRepository } from './users.repository.ts';

export interface UsersService {
  register(command: RegisterCommand): Promise<UserDto>;
  login(email: string, password: string): Promise<UserDto>;
  current(id: number): Promise<UserDto>;
  update(id: number, command: UpdateUserCommand): Promise<UserDto>;
}

/** Hashes passwords and issues tokens. */
export interface Credentials {
  hash(password: string): Promise<string>;
  matches(password: string, hash: string): Promise<boolean>;
  tokenFor(user: User): Promise<string>;
}

export class TaprootCredentials implements Credentials {
  hash(password: string): Promise<string> {
    return facades.Hash().make(password);
  }

  matches(password: string, hash: string): Promise<boolean> {
    return facades.Hash().check(password, hash);
  }

  async tokenFor(user: User): Promise<string> {
    const { access_token } = await facades.Auth().issue({ id: user.id, email: user.email });
    return access_token;
  }
}

export class DefaultUsersService implements UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly credentials: Credentials,
  ) {}

  async register({ username, email, password }: RegisterCommand): Promise<UserDto> {
    const taken = await this.takenFields(0, { username, email });
    if (taken.length > 0) throw new RegistrationConflictException(taken);
    const passwordHash = await this.credentials.hash(password);
    return this.toDto(await this.users.create({ username, email, passwordHash, bio: null, image: null }));
  }

  async login(email: string, password: string): Promise<UserDto> {
    const user = await this.users.findByEmail(email);
    if (user === null || !(await this.credentials.matches(password, user.passwordHash))) {
      throw new InvalidCredentialsException();
    }
    return this.toDto(user);
  }

  async current(id: number): Promise<UserDto> {
    return this.toDto(await this.mustFind(id));
  }

  async update(id: number, command: UpdateUserCommand): Promise<UserDto> {
    const user = await this.mustFind(id);
    const taken = await this.takenFields(id, command);
    if (taken.length > 0) throw new TakenException(taken);
    const { password, ...changes } = command;
    const passwordHash = password === undefined ? user.passwordHash : await this.credentials.hash(password);
    const { bio = user.bio, image = user.image } = changes;
    const saved = { ...user, ...changes, passwordHash, bio: bio || null, image: image || null };
    return this.toDto(await this.users.save(saved));
  }

  private async mustFind(id: number): Promise<User> {
    const user = await this.users.findById(id);
    if (user === null) throw new InvalidCredentialsException();
    return user;
  }

  private async takenFields(id: number, { username, email }: UpdateUserCommand): Promise<string[]> {
    const sameName = username === undefined ? null : await this.users.findByUsername(username);
    const sameEmail = email === undefined ? null : await this.users.findByEmail(email);
    return [
      ...(sameName !== null && sameName.id !== id ? ['username'] : []),
      ...(sameEmail !== null && sameEmail.id !== id ? ['email'] : []),
    ];
  }

  private async toDto(user: User): Promise<UserDto> {
    const { email, username, bio, image } = user;
    return { email, username, bio, image, token: await this.credentials.tokenFor(user) };
  }
}
