import type { cardFiles } from '@everkin/contract/http/card-files.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { exportCard, exportInfo, exportLorebook } from './export-card.ts'
import { importCard } from './import-card.ts'
import { importLorebook } from './import-lorebook.ts'
import type { CardFileServices } from './services.ts'

/** The HTTP handlers of this module. */
export function cardFileHandlers(services: CardFileServices): Handlers<typeof cardFiles> {
  return {
    importCard: ({ body }, caller) => importCard(services, caller, body.file),
    importLorebook: ({ body }, caller) => importLorebook(services, caller, body.file),
    exportCard: ({ query }, caller) => exportCard(services, caller, query),
    exportInfo: ({ query }, caller) => exportInfo(services, caller, query.id),
    exportLorebook: ({ query }, caller) => exportLorebook(services, caller, query),
  }
}
