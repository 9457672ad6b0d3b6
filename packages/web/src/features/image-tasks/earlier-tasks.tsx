import type { Task } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { AiContentLabel } from '../../ui/ai-content-label.tsx'
import { Button } from '../../ui/button.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

/** Tasks in the first and in every further page. */
export const TASK_PAGE_SIZE = 18

interface EarlierTasksProps {
  tasks: Task[]
  /** Where the next page begins; null when the first one has all. */
  firstCursor: string | null
  onLoaded: (tasks: Task[]) => void
  onOpen: (task: Task, imageId: string) => void
}

/** The section with earlier tasks, and the button that loads more; nothing when there are none. */
export function EarlierTasks({ tasks, firstCursor, onLoaded, onOpen }: EarlierTasksProps) {
  const text = useText()
  const [cursor, setCursor] = useState(firstCursor)
  const { run: loadMore, isBusy } = useMutation(
    async () => {
      const query = { cursor: cursor ?? undefined, limit: TASK_PAGE_SIZE }
      const page = await callApi('GET /api/task/list', { query })
      onLoaded(page.list)
      setCursor(page.next_cursor)
    },
    { toastsErrors: true },
  )
  if (tasks.length === 0) return null
  return (
    <section>
      <div className="shelf-head">
        <h2 className="title-2">{text('image-tasks.earlier.title')}</h2>
      </div>
      <TaskTiles tasks={tasks} onOpen={onOpen} />
      {cursor === null ? null : (
        <p className="list-end">
          <Button busy={isBusy} onClick={() => void loadMore()}>
            {text('shell.actions.more')}
          </Button>
        </p>
      )}
    </section>
  )
}

/** Each task is represented by its first picture. */
function TaskTiles({ tasks, onOpen }: Pick<EarlierTasksProps, 'tasks' | 'onOpen'>) {
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
