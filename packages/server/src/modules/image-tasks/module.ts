export { expireTasks } from './change-task.ts'
export { GENERATE_IMAGES_JOB, generateImagesJob } from './generate-images.ts'
export {
  type GeneratedImage,
  type ImageFault,
  type ImageModel,
  ImageModelError,
  type ImageRequest,
} from './image-model.ts'
export { imageTaskHandlers, imageTemplateHandlers } from './routes.ts'
export { createRunningImages, type ImageTaskServices } from './services.ts'
export {
  exportImageTasks,
  findOwnImage,
  imageTaskMetrics,
  listChangedTaskFrames,
  listExistingImages,
} from './task-queries.ts'
export { countOpenTasks } from './task-store.ts'
export { coverName, type LibraryTemplate, loadTemplates } from './templates.ts'
