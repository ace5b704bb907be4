export { colors } from './pages/debug-style.ts';
export { escapeHtml } from './pages/html.ts';
export { maskFields, maskHeaders, maskQuery, maskText } from './pages/mask.ts';
