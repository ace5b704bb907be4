// Fastify answering with lists of records; the argument `schema` gives it the schema of its replies.
import fastify from 'fastify';
import { lists, schema } from './records.js';
import { serveFastify } from './serve-fastify.js';

const options = process.argv[2] === 'schema' ? { schema: { response: { 200: schema } } } : {};
const app = fastify();
for (const [path, list] of Object.entries(lists)) app.get(path, options, async () => list);
await serveFastify(app);
