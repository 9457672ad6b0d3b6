import { imageTasks, imageTemplates } from '@everkin/contract/http/image-tasks.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { expireTasks } from './change-task.ts'
import { GENERATE_IMAGES_JOB, generateImagesJob } from './generate-images.ts'
import { imageTaskHandlers, imageTemplateHandlers } from './routes.ts'
import { createRunningImages, type ImageTaskServices } from './services.ts'
import { exportImageTasks, imageTaskMetrics, listChangedTaskFrames, listExistingImages } from './task-queries.ts'

export { screenPrompt } from './create-task.ts'
export {
  type GeneratedImage,
  type ImageFault,
  type ImageModel,
  ImageModelError,
  type ImageRequest,
} from './image-model.ts'
export { findOwnImage } from './task-queries.ts'
export { countOpenTasks } from './task-store.ts'
export { coverName, type LibraryTemplate, loadTemplates } from './templates.ts'

/**
 * Guarantees: see `rules.ts`.
 * @param ports the models, the media module's storage, and what the card modules know of portraits.
 */
export function createImageTasksModule(
  core: ServerCore,
  ports: Pick<
    ImageTaskServices,
    'files' | 'moderator' | 'reencodeImage' | 'model' | 'painter' | 'lacksPortrait' | 'findPortraitSpec'
  >,
): ServerModule & { services: ImageTaskServices } {
  const services: ImageTaskServices = { ...core, ...ports, runningImages: createRunningImages() }
  core.jobs.handle(GENERATE_IMAGES_JOB, generateImagesJob(services))
  return {
    name: 'image-tasks',
    services,
    operations: [
      ...bindHandlers(imageTemplates, imageTemplateHandlers()),
      ...bindHandlers(imageTasks, imageTaskHandlers(services)),
    ],
    frames: {},
    onConnect: null,
    syncSource: (personId, since) => listChangedTaskFrames(core, personId, since),
    recurringJobs: [
      { name: 'fail-late-image-tasks', everyMs: MINUTE_MS, timeoutMs: MINUTE_MS, run: () => expireTasks(services) },
    ],
    personalData: {
      tables: { picture_task: { erasure: 'deleted' }, picture: { erasure: 'deleted' } },
      exportParts: [
        listExport(
          { path: 'picture-tasks.json', about: 'pictureTasks', tables: ['picture_task', 'picture'] },
          exportImageTasks,
        ),
      ],
      eraseSteps: [],
    },
    mediaUsage: { usedAmong: listExistingImages },
    metrics: () => imageTaskMetrics(core.database),
    lifecycle: {},
  }
}
