import { errorDataSchema } from '@everkin/contract/error-data.ts'
import { ERRORS, errorNameOf } from '@everkin/contract/errors.ts'
import { operations } from '@everkin/contract/http/all.ts'
import type { Operation } from '@everkin/contract/operation.ts'
import { ClientFrame } from '@everkin/contract/realtime/frames.ts'
import fc from 'fast-check'
import { z } from 'zod'

/** What the generator reads of a JSON schema as zod writes it. */
interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** Values that code trips over: ends of ranges, control characters, halves of characters, names of prototypes. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u202e',
  '%',
  '%00',
  '_',
  '\\',
  `'`,
  '"',
  '{',
  '[]',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '9007199254740993',
  '2147483648',
  '../../etc/passwd',
  'a@b',
  'e\u0301',
  '👩‍👩‍👧',
  'İ',
  'ﬀ',
  'x'.repeat(8_001),
  '😀'.repeat(40_000),
]
const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 600 }),
)
const oddNumber = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308, -0),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const anything = fc.oneof(
  oddText,
  oddNumber,
  fc.boolean(),
  fc.constant(null),
  fc.array(oddText, { maxLength: 3 }),
  fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'id', 'toString'), fc.string({ maxLength: 5 })), oddText, {
    maxKeys: 3,
  }),
)

/** Values that fit a schema; where it wants an id, one of `ids` most of the time. */
function fitting(schema: JsonSchema, name: string, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, name, ids)))
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, fitting(inner, key, ids)]),
        ),
        { requiredKeys: [] },
      )
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name, ids), { maxLength: Math.min(schema.maxItems ?? 4, 4) })
    case 'string':
      return fittingText(schema, name, ids)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 53) + 1, max: schema.maximum ?? 2 ** 53 - 1 })
    case 'number':
      return oddNumber
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anything
  }
}

function fittingText(schema: JsonSchema, name: string, ids: readonly string[]): fc.Arbitrary<string> {
  if (schema.format === 'email' || name === 'email')
    return fc.oneof(
      fc.nat(50).map((n) => `fuzz-${n}@example.org`),
      fc.emailAddress(),
    )
  if (schema.format === 'uuid') return fc.uuid()
  const text = fc
    .oneof(oddText, fc.string({ unit: 'grapheme', maxLength: 30 }))
    .map((value) => value.slice(0, schema.maxLength))
  return /(^|_)id$|cursor/.test(name) && ids.length > 0
    ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: text })
    : text
}

/** Input as the schema has it, or with fields of another kind, missing ones and ones it has never heard of. */
function inputOf(schema: z.ZodType | undefined, ids: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  if (!schema) return fc.oneof(fc.constant({}), fc.dictionary(fc.string({ maxLength: 8 }), anything, { maxKeys: 2 }))
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema // a part of it
  const fits = fitting(json, '', ids) as fc.Arbitrary<Record<string, unknown>> // queries and bodies are objects
  const wrong = fc.record(Object.fromEntries(Object.keys(json.properties ?? {}).map((key) => [key, anything])), {
    requiredKeys: [],
  })
  const mixed = fc.tuple(
    fits,
    wrong,
    fc.dictionary(fc.string({ maxLength: 8 }), anything, { maxKeys: 2 }),
    fc.array(fc.boolean()),
  )
  return fc.oneof(
    { weight: 3, arbitrary: fits },
    {
      weight: 2,
      arbitrary: mixed.map(([good, bad, more, which]) => {
        const some = Object.entries(bad).filter((_entry, i) => which[i])
        return { ...more, ...good, ...Object.fromEntries(some) }
      }),
    },
    { weight: 1, arbitrary: wrong },
  )
}

/** One request of the fuzzer. */
export interface FuzzRequest {
  /** Method and path of the operation. */
  call: string
  query: Record<string, unknown>
  /** Sent as JSON. */
  body: unknown
  /** Sent instead of `body` when it is there: mostly no JSON. */
  rawBody: string | null
  /** Headers that a handler reads. */
  headers: Record<string, string>
}

/** Every call but those that end what the fuzzer itself lives on. */
export const fuzzedOperations: readonly Operation[] = Object.values(operations)
  .flatMap((group): Operation[] => Object.values(group))
  .filter((one) => !['/api/account/delete', '/api/account/logout'].includes(one.path))

const byCall = new Map(fuzzedOperations.map((one) => [`${one.method} ${one.path}`, one]))

function operationOf(request: FuzzRequest): Operation {
  const operation = byCall.get(request.call)
  if (!operation) throw new Error(`no operation ${request.call}`)
  return operation
}

/** Requests to every operation, with `ids` where ids belong. */
export function fuzzRequests(ids: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const headerText = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  })
  return fc.oneof(
    ...fuzzedOperations.map((operation) =>
      fc.record({
        call: fc.constant(`${operation.method} ${operation.path}`),
        query: inputOf(operation.query, ids),
        body: fc.oneof(
          { weight: 9, arbitrary: inputOf(operation.body, ids) as fc.Arbitrary<unknown> },
          { weight: 1, arbitrary: anything },
        ),
        rawBody: fc.option(oddText, { freq: 20 }),
        headers: fc.record(
          {
            'time-zone': fc.oneof(fc.constantFrom('Asia/Tokyo', 'Mars/X', '+99:99'), headerText),
            'accept-language': headerText,
            'user-agent': headerText,
            cookie: headerText,
            platform: fc.constantFrom('3', '1', 'x'),
          },
          { requiredKeys: [] },
        ),
      }),
    ),
  )
}

/** Frames of every type that a client may send, and mutations of them; a frame is sent as this text. */
export function fuzzFrames(ids: readonly string[]): fc.Arbitrary<string> {
  const frames = ClientFrame.options.map((option) =>
    inputOf(option, ids).map((frame) => ({ ...frame, type: option.shape.type.value })),
  )
  return fc.oneof(
    { weight: 9, arbitrary: fc.oneof(...frames).map((frame) => JSON.stringify(frame)) },
    { weight: 1, arbitrary: oddText },
  )
}

/** What came back. */
export interface FuzzReply {
  status: number
  text: string
}

/** "Under 18" stays (H1), and would turn the rest of a run into one about a minor: that is an actor of its own. */
function staysAdult(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'age_scope' in body && body.age_scope === 1
    ? { ...body, age_scope: 2 }
    : body
}

/** Sends one request as the given person, or signed out. */
export async function sendFuzz(
  origin: string,
  request: FuzzRequest,
  credentials: Record<string, string>,
): Promise<FuzzReply> {
  const { method, path } = operationOf(request)
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(request.query))
    url.searchParams.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  const isPost = method === 'POST'
  const response = await fetch(url, {
    method,
    headers: { ...request.headers, ...credentials, ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: request.rawBody ?? JSON.stringify(staysAdult(request.body)) }),
  })
  return { status: response.status, text: await response.text() }
}

/** What is wrong with a reply (API-01), in words; null when all is well. */
export function findFault(request: FuzzRequest, reply: FuzzReply, isSignedIn: boolean): string | null {
  const operation = operationOf(request)
  if (reply.status >= 500) return `a ${reply.status}`
  if (reply.status === 431 || reply.status === 414) return null // longer than Node reads at all
  if (operation.file && reply.status === 200) return isSignedIn ? null : 'a file for someone signed out'
  let envelope: { code?: unknown; msg?: unknown; data?: unknown }
  try {
    envelope = JSON.parse(reply.text) as typeof envelope // checked below
  } catch {
    return 'no JSON'
  }
  if (Object.keys(envelope).sort().join() !== 'code,data,msg') return `an envelope of ${Object.keys(envelope)}`
  if (envelope.code === 1) {
    if (reply.status !== 200) return `code 1 with ${reply.status}`
    if (operation.access !== 'open' && !isSignedIn) return 'a success for someone signed out'
    const data = operation.data.safeParse(envelope.data)
    if (!data.success) return `data outside its schema: ${data.error.issues[0]?.path.join('.')}`
    return JSON.stringify(data.data) === JSON.stringify(envelope.data) ? null : 'fields that the schema does not name'
  }
  const name = typeof envelope.code === 'number' ? errorNameOf(envelope.code) : null
  if (!name) return `a code that is not ours: ${String(envelope.code)}`
  if (ERRORS[name].http !== reply.status) return `${name} with ${reply.status}`
  if (typeof envelope.msg !== 'string' || envelope.msg === '') return `${name} without words`
  const data = errorDataSchema(name).safeParse(envelope.data)
  if (!data.success) return `${name} with data outside its schema: ${data.error.issues[0]?.path.join('.')}`
  if (JSON.stringify(data.data) !== JSON.stringify(envelope.data))
    return `${name} with fields that its schema does not name`
  if (name === 'InvalidInput') return null // a query or body that is no JSON, even where none is wanted
  if (operation.access !== 'open' && !isSignedIn) return name === 'NotSignedIn' ? null : `${name} before NotSignedIn`
  return (operation.errors as readonly string[]).includes(name) || name === 'TooLarge'
    ? null
    : `${name}, which the contract does not list`
}
