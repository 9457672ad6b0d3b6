export { suggestionHandlers } from './routes.ts'
