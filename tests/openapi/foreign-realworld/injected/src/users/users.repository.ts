import type { AuthUser, Credentials, UserProvider } from '@taproot/auth';
import { InMemoryRepository, type Repository } from '../common/repository.ts';
import type { User } from './user.entity.ts';

declare module '@taproot/auth' {
  interface AuthUser {
    id: number;
    email: string;
  }
}

export interface UsersRepository extends Repository<User> {
  findByEmail(email: string): Promise<User | null>;
  findByUsername(username: string): Promise<User | null>;
}

export class InMemoryUsersRepository extends InMemoryRepository<User> implements UsersRepository {
  protected override make(id: number, user: Omit<User, 'id'>): User {
    return { ...user, id };
  }

  findByEmail(email: string): Promise<User | null> {
    return this.findOne((user) => user.email === email);
  }

  findByUsername(username: string): Promise<User | null> {
    return this.findOne((user) => user.username === username);
  }
}

/** Shows the users of the repository to `@taproot/auth`. */
export class RepositoryUserProvider implements UserProvider {
  constructor(private readonly users: UsersRepository) {}

  async findById(id: string): Promise<AuthUser | null> {
    const user = await this.users.findById(Number(id));
    return user === null ? null : { id: user.id, email: user.email };
  }

  async findByCredentials({ email }: Credentials) {
    const user = typeof email === 'string' ? await this.users.findByEmail(email) : null;
    return user === null ? null : { user: { id: user.id, email: user.email }, hash: user.passwordHash };
  }

  idOf(user: AuthUser): string {
    return String(user.id);
  }
}
