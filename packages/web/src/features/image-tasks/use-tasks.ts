import type { Task } from '@everkin/contract/types.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { taskEvents } from './task-events.ts'
import { isOpen, withTask } from './task-list.ts'

/** Of open tasks: the live connection may be down or start later than the page. */
const POLL_INTERVAL_MS = 2_500

/** The person's current tasks: from the page's data, live events and polling. */
export function useTasks(first: Task[], onEnd: () => void) {
  const [tasks, setTasks] = useState<Task[]>(first)
  /** Tasks that were open while this page was shown: they stay visible when they end. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef({ tasks, onEnd })
  latest.current = { tasks, onEnd }

  const take = useCallback((task: Task) => {
    const before = latest.current.tasks.find(({ id }) => id === task.id)
    setTasks((list) => withTask(list, task))
    if (isOpen(task) || (before && isOpen(before)))
      setSeen((ids) => (ids.has(task.id) ? ids : new Set([...ids, task.id])))
    if (before && isOpen(before) && !isOpen(task)) latest.current.onEnd()
  }, [])
  const add = useCallback((more: Task[]) => setTasks((list) => more.reduce(withTask, list)), [])
  const forget = useCallback((taskId: string, imageId: string) => {
    setTasks((list) =>
      list.map((task) =>
        task.id === taskId ? { ...task, images: task.images.filter(({ id }) => id !== imageId) } : task,
      ),
    )
  }, [])

  useEffect(() => taskEvents.listen(take), [take])
  const open = tasks
    .filter(isOpen)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (open === '') return
    const timer = setInterval(() => {
      for (const id of open.split(','))
        callApi('GET /api/task/getTaskInfo', { query: { id } })
          .then(take)
          .catch(() => {}) // polled again soon
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [open, take])

  const isNow = (task: Task, index: number) => isOpen(task) || seen.has(task.id) || (index === 0 && task.failed > 0)
  return {
    now: tasks.filter(isNow),
    earlier: tasks.filter((task, index) => !isNow(task, index) && task.images.length > 0),
    take,
    forget,
    /** Adds older tasks that were loaded later. */
    add,
  }
}
