/** The API calls as types keyed by `METHOD path`, so that a client needs neither schemas nor the schema library. */
import type { Operations } from './http/all.ts'
import type { BodyOf, DataOf, EventOf, Operation, QueryOf } from './operation.ts'

type Flat = { [Domain in keyof Operations]: Operations[Domain][keyof Operations[Domain]] }[keyof Operations]

type CallKey<Shape> = Shape extends Operation ? `${Shape['method']} ${Shape['path']}` : never

/** Calls whose operation has this field. */
type CallWith<Field extends 'upload' | 'file' | 'events'> = CallKey<Extract<Flat, Record<Field, unknown>>>

/** `'GET /api/chat/list'` and so on. */
export type ApiCall = CallKey<Flat>

/** Calls that send a form with a file. */
export type ApiUpload = CallWith<'upload'>

/** Calls whose reply is a file. */
export type ApiDownload = CallWith<'file'>

/** Calls whose reply can come as events while it is made. */
export type ApiStream = CallWith<'events'>

type ShapeOf<Call extends ApiCall> = Flat extends infer Shape
  ? Shape extends Operation
    ? CallKey<Shape> extends Call
      ? Shape
      : never
    : never
  : never

export type ApiQuery<Call extends ApiCall> = QueryOf<ShapeOf<Call>>
export type ApiBody<Call extends ApiCall> = BodyOf<ShapeOf<Call>>
export type ApiData<Call extends ApiCall> = DataOf<ShapeOf<Call>>

/** The event type of a call that can stream its reply as events. */
export type ApiEvent<Call extends ApiStream> = EventOf<ShapeOf<Call>>

/** The media type of a call's file. */
export type ApiFileType<Call extends ApiDownload> = Extract<ShapeOf<Call>, { file: string }>['file']
