import { formRequest } from '@taproot/validation';

export class ChangeWebhook extends formRequest({ paused: 'required|boolean' }) {}

export class AddWebhook extends formRequest({ url: 'required|string|url|max:500' }) {}
