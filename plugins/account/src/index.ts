export type { Account } from './account.ts';
export type { UserId } from './account-parts.ts';
export type { TwoFactor, TwoFactorSetup } from './codes/two-factor.ts';
export type { AccountConfig, GitHubProviderConfig, OidcProviderConfig, ProviderConfig } from './config.ts';
export { errors } from './errors.ts';
export type { Ceremony, Passkey, Passkeys } from './passkeys/passkeys.ts';
export { account } from './plugin.ts';
export type { PendingSignIn, Profile, Provider, SignIn } from './providers/sign-in.ts';
export type * from './tokens.ts';
