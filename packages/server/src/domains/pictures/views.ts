import type { Locale } from '@everkin/contract/locales.ts'
import type { Task } from '@everkin/contract/types.ts'
import type { Texts } from '../../platform/texts.ts'
import { pictureAddress } from '../media/media-address.ts'
import { type PictureTask, progressOf, type TaskFault } from './picture-task.ts'

/** Why pictures failed, in words that help: most faults are the painter's, and pass. */
function textOfFault(fault: TaskFault): 'tasks.fault.late' | 'tasks.fault.rejected' | 'tasks.fault.away' {
  return fault === 'late' || fault === 'rejected' ? `tasks.fault.${fault}` : 'tasks.fault.away'
}

/** A task as its owner sees it. */
export function taskView({ texts }: { texts: Texts }, task: PictureTask, locale: Locale): Task {
  const sum = (of: 'paid' | 'refunded') => task.pictures.reduce((all, picture) => all + picture[of], 0)
  return {
    id: task.id,
    kind: 'image',
    status: task.status,
    progress: progressOf(task),
    images: task.pictures.flatMap(({ state, mediaId, width, height }) =>
      state === 'made' && mediaId !== null
        ? [
            {
              id: mediaId,
              url: pictureAddress(mediaId),
              thumbnail: pictureAddress(mediaId, 480),
              width: width ?? 0,
              height: height ?? 0,
            },
          ]
        : [],
    ),
    count: task.pictures.length,
    failed: task.pictures.filter(({ state }) => state === 'failed').length,
    prompt: task.prompt,
    style_id: task.styleId,
    template_id: task.templateId,
    size: task.size,
    price: sum('paid'),
    refunded: sum('refunded'),
    error: task.fault !== null && task.status === 'failed' ? texts.translate(locale)(textOfFault(task.fault)) : null,
    created_at: task.createdAt.toISOString(),
  }
}
