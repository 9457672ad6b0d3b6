/** The pictures that this process is making, so that a cancel need not wait for its provider. */
export interface LivePaintings {
  /** Begins one; its signal fires when it is no longer wanted. */
  begin(taskId: string): AbortController
  end(taskId: string): void
  /** Lets go of what is being made for a task, if that is here. */
  drop(taskId: string): void
  count(): number
}

/** What a painting is aborted with when nobody wants it any more. */
export class PictureUnwanted extends Error {}

export function createLivePaintings(): LivePaintings {
  const running = new Map<string, AbortController>()
  return {
    begin(taskId) {
      const abort = new AbortController()
      running.set(taskId, abort)
      return abort
    },
    end: (taskId) => void running.delete(taskId),
    drop: (taskId) => running.get(taskId)?.abort(new PictureUnwanted()),
    count: () => running.size,
  }
}
