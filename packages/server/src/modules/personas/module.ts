import { personas } from '@everkin/contract/http/personas.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { exportPersonas } from './personas.ts'
import { personaHandlers } from './routes.ts'
import type { PersonaServices } from './services.ts'

export { findDefaultPersona, findPersona } from './personas.ts'

export function createPersonasModule(core: ServerCore, ports: Pick<PersonaServices, 'moderator'>): ServerModule {
  return {
    name: 'personas',
    operations: bindHandlers(personas, personaHandlers({ ...core, ...ports })),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: {
      tables: { persona: { erasure: 'deleted' } },
      exportParts: [listExport({ path: 'personas.json', about: 'personas', tables: ['persona'] }, exportPersonas)],
      eraseSteps: [],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}
