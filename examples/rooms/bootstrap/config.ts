import { app } from '../config/app.ts';
import { database } from '../config/database.ts';
import { http } from '../config/http.ts';

/** The files under config/, by name. A setting that they leave out keeps its default. */
export const config = { app, database, http };
