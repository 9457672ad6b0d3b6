import type { ModelSource } from '../../modules/models/module.ts'
import type { Log } from '../../platform/log.ts'
import { openConnection, type TextModelSettings } from './choose.ts'
import { type Candidate, discoverServers, SERVER_NAMES } from './discover.ts'
import { createModelDownloads, type DownloadOptions } from './gguf/model-downloads.ts'
import { testConnection } from './test-connection.ts'

export interface ModelSourceDependencies {
  log: Pick<Log, 'warn'>
  /** Where servers of this machine are looked for. */
  candidates?: readonly Candidate[]
  downloads?: DownloadOptions
}

/** Where models come from: the protocols, the servers of this machine, and files in the data folder. */
export function createModelSource(settings: TextModelSettings, deps: ModelSourceDependencies): ModelSource {
  return {
    open: (connection, model) =>
      openConnection(settings, connection, model, (state, fault) => {
        if (state === 'open') deps.log.warn({ model: model.name, fault }, 'a language model is not asked for a while')
      }),
    test: (connection, modelName, signal) => testConnection(settings, connection, modelName, signal),
    findServers: async () => {
      const found = await discoverServers(deps.candidates)
      return found.map(({ server, baseUrl, models }) => ({ name: SERVER_NAMES[server], baseUrl, models }))
    },
    downloads: createModelDownloads(settings.dataDir, deps.downloads),
  }
}
