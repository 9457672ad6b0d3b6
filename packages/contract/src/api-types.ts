/** The API calls as types keyed by `METHOD path`, so that a client needs neither schemas nor the schema library. */
import type { Operations } from './http/all.ts'
import type { BodyOf, DataOf, EventOf, Operation, QueryOf } from './operation.ts'

type Flat = { [Domain in keyof Operations]: Operations[Domain][keyof Operations[Domain]] }[keyof Operations]

type CallKey<Shape> = Shape extends Operation ? `${Shape['method']} ${Shape['path']}` : never

/** `'GET /api/chat/list'` and so on. */
export type ApiCall = CallKey<Flat>

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
export type ApiEvent<Call extends ApiCall> = EventOf<ShapeOf<Call>>
