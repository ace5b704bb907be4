export { maskSecrets } from './mask-secrets.ts';
export { cutText, maskText, maskUrls } from './mask-text.ts';
export { isCredential, isSecretEntry, isSecretName, isSecretParameter, mask } from './secret-names.ts';
export { type ListPlace, secretItems, secretMembers } from './secret-neighbours.ts';
