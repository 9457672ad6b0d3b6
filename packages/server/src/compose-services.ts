import type { ServiceOverrides } from './infrastructure.ts'
import { type ServiceConnections, serviceInUse } from './modules/models/module.ts'
import type { Settings } from './platform/config.ts'
import type { ServiceMonitor } from './platform/monitoring/service-monitor.ts'
import { chooseEmbeddingModel } from './providers/embedding-model/choose.ts'
import { chooseImageModel } from './providers/image-model/choose.ts'
import { chooseModerationModel } from './providers/moderation-model/choose.ts'
import {
  delegatingImageModel,
  openEmbeddings,
  openImages,
  openModeration,
  openSpeech,
  openTranscriber,
} from './providers/service-connections/open-service.ts'
import {
  watchEmbeddings,
  watchImages,
  watchSpeech,
  watchTranscriber,
} from './providers/service-connections/watch-services.ts'
import { chooseSpeech, chooseTranscriber } from './providers/speech/choose.ts'

/**
 * The services that operators may connect while the server runs. Each is a function that returns what is in use now: the
 * operator's connection, else what the settings or the overrides choose. The image model finds it out by itself. The
 * monitor records how each use went.
 */
export function composeServices(
  connections: ServiceConnections,
  { settings, overrides, monitor }: { settings: Settings; overrides: ServiceOverrides; monitor: ServiceMonitor },
) {
  const watchIfAny = <Service>(
    service: Service | null,
    watch: (service: Service, on: ServiceMonitor) => Service,
  ): Service | null => service && watch(service, monitor)
  const images = serviceInUse(connections, 'images', {
    base: overrides.images ?? chooseImageModel(settings),
    open: (connection) => openImages(connection, settings),
  })
  return {
    imageModel: watchImages(delegatingImageModel(images), monitor),
    speech: serviceInUse(connections, 'speech', {
      base: watchIfAny(overrides.speech === undefined ? chooseSpeech(settings) : overrides.speech, watchSpeech),
      open: (connection) => watchSpeech(openSpeech(connection), monitor),
    }),
    transcriber: serviceInUse(connections, 'transcription', {
      base: watchIfAny(
        overrides.transcriber === undefined ? chooseTranscriber(settings) : overrides.transcriber,
        watchTranscriber,
      ),
      open: (connection) => watchTranscriber(openTranscriber(connection), monitor),
    }),
    moderationModel: serviceInUse(connections, 'moderation', {
      base: overrides.moderation === undefined ? chooseModerationModel(settings) : overrides.moderation,
      open: (connection) => openModeration(connection, settings),
    }),
    embeddings: serviceInUse(connections, 'embeddings', {
      base: watchIfAny(chooseEmbeddingModel(settings), watchEmbeddings),
      open: (connection) => watchEmbeddings(openEmbeddings(connection), monitor),
    }),
  }
}
