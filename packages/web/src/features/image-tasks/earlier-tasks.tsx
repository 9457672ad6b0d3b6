import type { Task } from '@everkin/contract/types.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { AiContentLabel } from '../../ui/ai-content-label.tsx'

interface EarlierTasksProps {
  tasks: Task[]
  onOpen: (task: Task, imageId: string) => void
}

/** Earlier tasks, each represented by its first picture. */
export function EarlierTasks({ tasks, onOpen }: EarlierTasksProps) {
  const text = useText()
  return (
    <ul className="paint-earlier">
      {tasks.map((task) => {
        const [image] = task.images
        if (!image) return null
        return (
          <li key={task.id}>
            <button
              type="button"
              className="paint-tile"
              onClick={() => onOpen(task, image.id)}
              aria-label={text('image-tasks.earlier.open', { words: task.prompt })}
            >
              <img src={image.thumbnail} alt="" width={image.width} height={image.height} loading="lazy" />
              <AiContentLabel kind="image" isShort />
            </button>
            <p className="paint-caption" dir="auto">
              {task.prompt}
            </p>
            <p className="caption faint">
              <LocalTime iso={task.created_at} />
            </p>
          </li>
        )
      })}
    </ul>
  )
}
