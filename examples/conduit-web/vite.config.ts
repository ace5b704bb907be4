import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `npm run dev` sends calls to the Conduit of ../conduit, which `npm start` there starts.
const proxy = { '/api': 'http://127.0.0.1:3000' };

export default defineConfig({
  plugins: [react()],
  // The client is built from its sources, as everything in this repository is.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: { proxy },
  preview: { proxy },
});
