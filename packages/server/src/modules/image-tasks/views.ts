import type { Locale } from '@everkin/contract/locales.ts'
import type { Task } from '@everkin/contract/types.ts'
import type { Texts } from '../../platform/texts.ts'
import { imageUrl } from '../media/module.ts'
import { type ImageTask, type TaskFault, taskProgress } from './image-task.ts'

/** The text for a fault. Most faults are the provider's and temporary, so they share one. */
function faultTextKey(
  fault: TaskFault,
): 'image-tasks.fault.late' | 'image-tasks.fault.rejected' | 'image-tasks.fault.away' {
  return fault === 'late' || fault === 'rejected' ? `image-tasks.fault.${fault}` : 'image-tasks.fault.away'
}

/** A task for its owner. */
export function toTaskView({ texts }: { texts: Texts }, task: ImageTask, locale: Locale): Task {
  const sum = (of: 'paid' | 'refunded') => task.images.reduce((all, image) => all + image[of], 0)
  return {
    id: task.id,
    kind: 'image',
    status: task.status,
    progress: taskProgress(task),
    images: task.images.flatMap(({ state, mediaId, width, height }) =>
      state === 'made' && mediaId !== null
        ? [
            {
              id: mediaId,
              url: imageUrl(mediaId),
              thumbnail: imageUrl(mediaId, 480),
              width: width ?? 0,
              height: height ?? 0,
            },
          ]
        : [],
    ),
    count: task.images.length,
    failed: task.images.filter(({ state }) => state === 'failed').length,
    prompt: task.prompt,
    style_id: task.styleId,
    template_id: task.templateId,
    size: task.size,
    price: sum('paid'),
    refunded: sum('refunded'),
    error: task.fault !== null && task.status === 'failed' ? texts.translate(locale)(faultTextKey(task.fault)) : null,
    created_at: task.createdAt.toISOString(),
  }
}
