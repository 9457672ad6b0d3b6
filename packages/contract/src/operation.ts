import type { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { OperatorRole } from './operator-roles.ts'

/**
 * The description of one API call: its input, its output and its errors. The server binds a handler to it (and does not
 * start while one is missing); the client and the OpenAPI document are generated from it.
 */
export interface Operation {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  summary: string
  /**
   * `open` to visitors, `guest` to people who are signed in and to guests, `person` signed in, `operator` signed in
   * with one of the `roles`.
   */
  access: 'open' | 'guest' | 'person' | 'operator'
  /**
   * Roles that may call an operation for operators, besides owners, who may call all of them. Without it, only
   * owners may. `read_only` is for GETs.
   */
  roles?: readonly Exclude<OperatorRole, 'owner'>[]
  /** Also answers people who are suspended; everything else that needs a sign-in refuses them. */
  whileSuspended?: true
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
  errors: readonly ErrorName[]
  /**
   * Called by another machine, which signs the raw body in this header: the body is passed on raw, and the rate limits
   * for people do not apply.
   */
  signedBy?: string
  /** The body is a form with one file in it, its field `file` (multipart/form-data). */
  upload?: Upload
  /**
   * A caller that accepts `text/event-stream` gets the reply as a stream of events whose data has one of these shapes.
   */
  events?: z.ZodType
  /** The reply is a file of this media type instead of the envelope; errors still use the envelope. */
  file?: string
}

/** The limits of an upload. */
export interface Upload {
  mostBytes: number
  /** Lower limits for some values of a field that comes before the file. */
  mostFor?: { field: string; bytes: Readonly<Record<string, number>> }
  /** An optional second file, by its field. */
  second?: { field: string; mostBytes: number }
  /** Accepted file types by their common names. */
  accepted: readonly string[]
}

/** Keeps an operation's literal types, so that the client's types can be derived from it. */
export function operation<const Shape extends Operation>(shape: Shape): Shape {
  return shape
}

/** The input of an operation, before defaults and coercion. */
export type QueryOf<Shape extends Operation> = Shape['query'] extends z.ZodType ? z.input<Shape['query']> : undefined
export type BodyOf<Shape extends Operation> = Shape['body'] extends z.ZodType ? z.input<Shape['body']> : undefined
/** The output of an operation. */
export type DataOf<Shape extends Operation> = z.output<Shape['data']>
/** The events of an operation; never when it has none. */
export type EventOf<Shape extends Operation> = Shape['events'] extends z.ZodType ? z.output<Shape['events']> : never
