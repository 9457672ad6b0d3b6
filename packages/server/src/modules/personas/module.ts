export { exportPersonas, findDefaultPersona, findPersona } from './personas.ts'
export { personaHandlers } from './routes.ts'
