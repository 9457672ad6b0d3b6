import type { Mailer } from '../../modules/accounts/module.ts'
import type { ImageModel } from '../../modules/image-tasks/module.ts'
import type { EmbeddingModel } from '../../modules/memory/module.ts'
import type { SpeechEngine, Transcriber } from '../../modules/speech/module.ts'
import type { ServiceMonitor } from '../../platform/monitoring/service-monitor.ts'

/** Services that tell the monitor how each use went. */

export function watchMailer(mailer: Mailer, monitor: ServiceMonitor): Mailer {
  return { send: (mail) => monitor.watch('mail', () => mailer.send(mail)) }
}

export function watchImages(model: ImageModel, monitor: ServiceMonitor): ImageModel {
  return {
    get kind() {
      return model.kind
    },
    generate: (request, options) => monitor.watch('images', () => model.generate(request, options), options.signal),
  }
}

export function watchEmbeddings(model: EmbeddingModel, monitor: ServiceMonitor): EmbeddingModel {
  return {
    name: model.name,
    embed: (texts, signal) => monitor.watch('embeddings', () => model.embed(texts, signal), signal),
  }
}

export function watchTranscriber(transcriber: Transcriber, monitor: ServiceMonitor): Transcriber {
  return {
    isOnThisMachine: transcriber.isOnThisMachine,
    transcribe: (recording) =>
      monitor.watch('transcription', () => transcriber.transcribe(recording), recording.signal),
  }
}

export function watchSpeech(engine: SpeechEngine, monitor: ServiceMonitor): SpeechEngine {
  return {
    kind: engine.kind,
    isOnThisMachine: engine.isOnThisMachine,
    voices: () => engine.voices(),
    close: () => engine.close(),
    async *speak(request) {
      let hasStarted = false
      try {
        for await (const piece of engine.speak(request)) {
          if (!hasStarted) monitor.succeeded('speech')
          hasStarted = true
          yield piece
        }
      } catch (error) {
        monitor.failed('speech', error, request.signal)
        throw error
      }
    },
  }
}
