import type { ServerFrame, ServerFrameOf } from '@everkin/contract/types.ts'

/** What is done with each frame of the server. One that is added to the contract does not compile until it is here. */
export type FrameHandlers = { [Type in ServerFrame['type']]: (frame: ServerFrameOf<Type>) => void }

/** For frames that somebody else handles. */
export function ignoreFrame(): void {}

/** Does nothing for a type that is not in the contract of this page: the server may be newer. */
export function handleFrame(handlers: FrameHandlers, frame: ServerFrame): void {
  if (!Object.hasOwn(handlers, frame.type)) return
  // The compiler sees all handlers at once; this one was found by the frame's own type.
  const handle = handlers[frame.type] as (frame: ServerFrame) => void
  handle(frame)
}
