import type { Operation } from '@everkin/contract/operation.ts'
import type { z } from 'zod'
import type { Caller, SignedInCaller } from './caller.ts'
import type { EventReply, FileReply } from './stream-reply.ts'

/** The raw body of a signed request, and its signature header; empty when there was none. */
export interface SignedBody {
  payload: Uint8Array
  signature: string
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/**
 * The input of a handler: query and body as parsed by the operation's schemas (defaults filled, unknown keys removed).
 */
interface CallInput<Shape extends Operation> {
  query: Output<Shape['query']>
  body: Shape['signedBy'] extends string ? SignedBody : Output<Shape['body']>
}

/**
 * Implements one operation. It throws `AppError`; its reply is checked against the schema, and extra keys are removed.
 */
type Handler<Shape extends Operation> = (
  input: CallInput<Shape>,
  caller: Shape['access'] extends 'open' ? Caller : SignedInCaller,
) => Promise<ReplyOf<Shape>>

type ReplyOf<Shape extends Operation> = Shape extends { file: string }
  ? FileReply
  : Shape extends { events: infer Events extends z.ZodType }
    ? z.input<Shape['data']> | EventReply<z.input<Events>>
    : z.input<Shape['data']>

/** One handler for every operation of a module; a missing one does not compile, and stops the start as well. */
export type Handlers<Group extends Record<string, Operation>> = { [Name in keyof Group]: Handler<Group[Name]> }

/**
 * Decides whether a caller may upload a file now, by the form fields that came before it: age, limits, quotas. It runs
 * before the first byte of the file is stored, and throws `AppError`.
 */
type UploadCheck = (caller: SignedInCaller, fields: Readonly<Record<string, unknown>>) => Promise<void>

/** A check for every operation of a module that accepts a file. */
export type UploadChecks<Group extends Record<string, Operation>> = {
  [Name in keyof Group as Group[Name] extends { upload: object } ? Name : never]: UploadCheck
}

/** An operation with its handler, types erased: the form in which the server stores them. */
export interface BoundOperation {
  operation: Operation
  handle(input: { query: unknown; body: unknown }, caller: Caller): Promise<unknown>
  /** For an operation that accepts a file. */
  checkUpload?: UploadCheck
}

/**
 * Binds a module's operations to its handlers, and those that accept a file to their checks.
 * @throws Error naming the operations without a handler or check.
 */
export function bindHandlers<Group extends Record<string, Operation>>(
  operations: Group,
  handlers: Handlers<Group>,
  ...[checks]: keyof UploadChecks<Group> extends never ? [] : [UploadChecks<Group>]
): BoundOperation[] {
  const missing = Object.keys(operations).filter((name) => typeof handlers[name] !== 'function')
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`)
  // The types are checked where handlers and checks are written; here every operation has the same type.
  const checksByName = (checks ?? {}) as Readonly<Record<string, UploadCheck | undefined>>
  return Object.entries(operations).map(([name, operation]) => {
    if (operation.method !== 'GET' && operation.roles?.includes('read_only'))
      throw new Error(`${name} changes something and is open to the role that only reads`)
    const checkUpload = checksByName[name]
    if (operation.upload && !checkUpload) throw new Error(`uploads without a check: ${name}`)
    const handle = handlers[name] as unknown as BoundOperation['handle'] // as above
    return { operation, handle, ...(checkUpload && { checkUpload }) }
  })
}
