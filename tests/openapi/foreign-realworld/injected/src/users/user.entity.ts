export interface User {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly bio: string | null;
  readonly image: string | null;
}

/** A user as he sees himself. */
export interface UserDto {
  readonly email: string;
  readonly token: string;
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
}

export interface RegisterCommand {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export interface UpdateUserCommand {
  readonly username?: string;
  readonly email?: string;
  readonly password?: string;
  readonly bio?: string | null;
  readonly image?: string | null;
}
