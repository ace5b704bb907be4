import { formRequest } from '@taproot/validation';

export class AddWebhook extends formRequest({ url: 'required|string|url|max:500' }) {}
