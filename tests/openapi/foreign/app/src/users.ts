import { type AuthUser, GateResponse, type UserProvider } from '@taproot/auth';
import { facades } from './facades.ts';

declare module '@taproot/auth' {
  interface AuthUser {
    id: number;
    email: string;
    role: 'admin' | 'member';
  }
  interface Abilities {
    'manage-shop': undefined;
    'edit-note': { owner: number };
    'see-vault': undefined;
  }
}

export const ada: AuthUser = { id: 1, email: 'ada@example.com', role: 'admin' };
export const bob: AuthUser = { id: 2, email: 'bob@example.com', role: 'member' };
const all = [ada, bob];
let hash = '';

const provider: UserProvider = {
  findById: (id) => all.find((user) => String(user.id) === id) ?? null,
  findByCredentials: ({ email }) => {
    const user = all.find((one) => one.email === email);
    return user === undefined ? null : { user, hash };
  },
  idOf: (user) => String(user.id),
};

export const people = async (): Promise<void> => {
  facades.Auth().provider('people', () => provider);
  hash = await facades.Hash().make('correct-horse');
};

export const abilities = (): void => {
  facades
    .Gate()
    .define('manage-shop', (user) => user?.role === 'admin')
    .define('edit-note', (user, { owner }) => user?.id === owner)
    .define('see-vault', (user) => (user?.role === 'admin' ? GateResponse.allow() : GateResponse.denyAsNotFound()));
};
