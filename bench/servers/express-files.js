// Express 5 with its own static files.
import { fileURLToPath } from 'node:url';
import express from 'express';
import { serve } from './serve.js';

const app = express();
app.use(express.static(fileURLToPath(new URL('public', import.meta.url))));
serve(app);
