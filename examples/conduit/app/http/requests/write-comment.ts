import { formRequest } from '@taproot/validation';

export class WriteComment extends formRequest({ 'comment.body': 'required|string' }) {}
