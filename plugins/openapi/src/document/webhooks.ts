import type { DeclaredWebhook } from '@taproot/core/internal';
import { type JsonObject, sorted } from '../json.ts';
import type { Gap, TypeReader } from '../reader/type-reader.ts';
import type { ShapeSchemas } from './shape-schemas.ts';

/** The parts that the operations of webhooks need. */
interface Given {
  readonly reader: Pick<TypeReader, 'payload'>;
  readonly shapes: ShapeSchemas;
  readonly gap: (gap: Gap) => void;
}

/** The webhooks that the application sends, by their types: what a receiver gets, signed by Standard Webhooks. */
export const webhookItems = (webhooks: readonly DeclaredWebhook[], given: Given): JsonObject =>
  sorted(webhooks.map((webhook) => [webhook.type, { post: operationOf(webhook, given) }] as const));

const operationOf = ({ type, place: { frame } }: DeclaredWebhook, { reader, shapes, gap }: Given): JsonObject => {
  const payload = frame === null ? null : reader.payload(frame);
  if (payload === null)
    gap({
      code: 'E_OPENAPI_HANDLER',
      message: `The declaration of the webhook "${type}" was not found, so that the document says nothing of its payload`,
      fix: 'Declare it in a file of tsconfig.json, in a statement of its own: export const paid = webhook<Paid>("order.paid")',
      place: frame,
    });
  const data = payload === null || frame === null ? {} : shapes.of(payload.shape, frame);
  const schema = {
    type: 'object',
    properties: {
      type: { type: 'string', const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'When it was sent first.' },
      data,
    },
    required: ['type', 'timestamp', 'data'],
  };
  return {
    summary: type,
    ...(payload === null || payload.doc === '' ? {} : { description: payload.doc }),
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'It arrived. The body of the response is not read.' },
      '410': { description: 'The endpoint is gone: nothing more is sent to it.' },
      default: { description: 'It is sent again later, with the same `webhook-id`.' },
    },
    // A receiver checks the signature; there is no scheme of OpenAPI for it.
    security: [],
  };
};

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const headers: readonly JsonObject[] = [
  header('webhook-id', 'The id, the same each time it is sent.'),
  header('webhook-timestamp', 'When it is sent, in seconds since 1970.'),
  header('webhook-signature', 'Signatures by Standard Webhooks, `v1,` and Base64, with a space between two.'),
];
