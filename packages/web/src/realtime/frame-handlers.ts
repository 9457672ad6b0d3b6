import type { ServerFrame, ServerFrameOf } from '@everkin/contract/types.ts'

/**
 * A handler for each type of server frame. A type that is added to the contract does not compile until it is handled.
 */
export type FrameHandlers = { [Type in ServerFrame['type']]: (frame: ServerFrameOf<Type>) => void }

/** Handler for frames that are processed elsewhere. */
export function ignoreFrame(): void {}

/** Dispatches a frame; ignores types that this page's contract does not have, because the server may be newer. */
export function handleFrame(handlers: FrameHandlers, frame: ServerFrame): void {
  if (!Object.hasOwn(handlers, frame.type)) return
  // The compiler cannot relate the handler to the frame; it was looked up by the frame's type.
  const handle = handlers[frame.type] as (frame: ServerFrame) => void
  handle(frame)
}
