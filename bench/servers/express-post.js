// Express 5 with what its applications are usually made of.
import cors from 'cors';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { recordSchema } from '../validators/zod-schemas.js';
import { origin, pointsPerMinute, replyTo } from './post-contract.js';
import { serve } from './serve.js';

const app = express();
app.use(cors({ origin }));
app.use(rateLimit({ windowMs: 60_000, limit: pointsPerMinute }));
app.use(express.json());
app.post('/people', (request, response) => {
  const { data, error } = recordSchema.safeParse(request.body);
  if (error === undefined) response.json(replyTo(data));
  else response.status(422).json({ errors: error.issues });
});
serve(app);
