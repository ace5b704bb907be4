import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `npm run dev` sends calls to the API of ../conduit. Start it there with `npm start`.
const proxy = { '/api': 'http://127.0.0.1:3000' };

export default defineConfig({
  plugins: [react()],
  // Uses the sources of the client, like all packages in this repository.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: { proxy },
  preview: { proxy },
});
