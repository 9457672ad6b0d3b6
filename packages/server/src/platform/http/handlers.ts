import type { Operation } from '@everkin/contract/operation.ts'
import type { z } from 'zod'
import type { Caller, SignedInCaller } from './caller.ts'
import type { EventReply, FileReply } from './stream-reply.ts'

/** What a machine sent, as it went over the wire, and the header that it signed it in; empty where there was none. */
export interface SignedBody {
  payload: Uint8Array
  signature: string
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What a handler gets: query and body as the operation's schemas made them (defaults filled, unknown keys gone). */
export interface CallInput<Shape extends Operation> {
  query: Output<Shape['query']>
  body: Shape['signedBy'] extends string ? SignedBody : Output<Shape['body']>
}

/** Does one operation's work. It throws `AppError`; its reply is checked against the schema, extra keys never leave. */
export type Handler<Shape extends Operation> = (
  input: CallInput<Shape>,
  caller: Shape['access'] extends 'open' ? Caller : SignedInCaller,
) => Promise<ReplyOf<Shape>>

type ReplyOf<Shape extends Operation> = Shape extends { file: string }
  ? FileReply
  : Shape extends { events: infer Events extends z.ZodType }
    ? z.input<Shape['data']> | EventReply<z.input<Events>>
    : z.input<Shape['data']>

/** One handler for every operation of a domain; a missing one does not compile, and stops the start as well. */
export type Handlers<Group extends Record<string, Operation>> = { [Name in keyof Group]: Handler<Group[Name]> }

/** An operation with its handler, types forgotten: the form in which the server keeps them. */
export interface BoundOperation {
  operation: Operation
  handle(input: { query: unknown; body: unknown }, caller: Caller): Promise<unknown>
}

/**
 * Binds a domain's operations to its handlers.
 * @throws Error naming the operations that have none.
 */
export function bindHandlers<Group extends Record<string, Operation>>(
  operations: Group,
  handlers: Handlers<Group>,
): BoundOperation[] {
  const missing = Object.keys(operations).filter((name) => typeof handlers[name] !== 'function')
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`)
  return Object.entries(operations).map(([name, operation]) => ({
    operation,
    // The shapes are checked where the handlers are written; here every operation is the same kind of thing.
    handle: handlers[name] as unknown as BoundOperation['handle'],
  }))
}
