import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

/**
 * One call as a document: what it takes, what it gives, which errors it may answer. The server binds a handler to it
 * (and does not start while one is missing), the client and the OpenAPI document are made from it.
 */
export interface Operation {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  summary: string
  /** `open` to visitors, `person` signed in, `operator` listed in ADMIN_EMAILS. */
  access: 'open' | 'person' | 'operator'
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
  errors: readonly ErrorName[]
  /**
   * Called by another machine, which signs the body as it went over the wire in this header: the body is handed on
   * raw, and the limits for people do not count.
   */
  signedBy?: string
  /** The body is a form with one file in it, its field `file` (multipart/form-data). */
  upload?: Upload
  /** Who accepts `text/event-stream` gets the reply as events while it is made, each one of these shapes as its data. */
  events?: z.ZodType
  /** The reply is a file of this media type, not the envelope; its errors are the envelope all the same. */
  file?: string
}

/** What an upload may be. */
export interface Upload {
  mostBytes: number
  /** Less for some values of a field that comes before the file. */
  mostFor?: { field: string; bytes: Readonly<Record<string, number>> }
  /** A second file that may come along, by its field. */
  second?: { field: string; mostBytes: number }
  /** Kinds of files by the names that people know. */
  accepted: readonly string[]
}

/** Keeps an operation's literal types, so that the client's types can be taken from it. */
export function operation<const Shape extends Operation>(shape: Shape): Shape {
  return shape
}

/** What an operation takes, before defaults and coercion. */
export type QueryOf<Shape extends Operation> = Shape['query'] extends z.ZodType ? z.input<Shape['query']> : undefined
export type BodyOf<Shape extends Operation> = Shape['body'] extends z.ZodType ? z.input<Shape['body']> : undefined
/** What it gives. */
export type DataOf<Shape extends Operation> = z.output<Shape['data']>
/** One of the events in which it gives its reply; never where it gives none. */
export type EventOf<Shape extends Operation> = Shape['events'] extends z.ZodType ? z.output<Shape['events']> : never
