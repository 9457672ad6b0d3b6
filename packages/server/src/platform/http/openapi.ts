import { errorDataSchema } from '@everkin/contract/error-data.ts'
import { ERRORS, type ErrorName } from '@everkin/contract/errors.ts'
import type { Operation } from '@everkin/contract/operation.ts'
import { z } from 'zod'

interface SchemaObject {
  $ref?: string
  [key: string]: unknown
}

/** The OpenAPI 3.1 document of all operations, generated from the schemas that validate them. */
export function openApiDocument(operations: readonly Operation[], version: string): Record<string, unknown> {
  const components: Record<string, SchemaObject> = {}
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): SchemaObject => {
    const {
      $defs = {},
      $schema: _dialect,
      ...root
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as {
      $defs?: Record<string, SchemaObject>
      $schema?: string
    } & SchemaObject // zod's own document form
    for (const [name, definition] of Object.entries($defs)) components[name] ??= relink(definition)
    return relink(root)
  }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const before = paths[operation.path]
    const method = operation.method.toLowerCase()
    const described = describe(operation, schemaOf)
    // Operation ids are built from paths; the second operation of a path gets its method as a suffix.
    const operationId = before ? `${described.operationId}.${method}` : described.operationId
    paths[operation.path] = { ...before, [method]: { ...described, operationId } }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Everkin',
      version,
      description:
        'Every reply is `{ code, msg, data }`; code 1 is success. Signed-in calls carry `User-Token` and the session cookie (or `Authorization: Bearer` with the secret half).',
      license: { name: 'MIT' },
    },
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'User-Token' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
        secret: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

/** References inside zod's document point into `$defs`; ours are under components. */
function relink<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Value // same shape, other links
}

function describe(
  operation: Operation,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => SchemaObject,
): Record<string, unknown> {
  const query = operation.query ? schemaOf(operation.query, 'input') : null
  const properties = Object.entries((query?.properties ?? {}) as Record<string, SchemaObject>)
  const required = new Set((query?.required ?? []) as string[])
  return {
    operationId: operation.path.replace('/api/', '').replaceAll('/', '.'),
    summary: operation.summary,
    tags: [operation.path.split('/')[2]],
    security:
      operation.access === 'open'
        ? []
        : [
            { token: [], cookie: [] },
            { token: [], secret: [] },
          ],
    ...(properties.length > 0 && {
      parameters: properties.map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema })),
    }),
    ...(operation.signedBy !== undefined && {
      parameters: [{ name: operation.signedBy, in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          [operation.upload ? 'multipart/form-data' : 'application/json']: {
            schema: schemaOf(operation.body, 'input'),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        content: operation.file
          ? { [operation.file]: { schema: { type: 'string', format: 'binary' } } }
          : {
              'application/json': { schema: successOf(schemaOf(operation.data, 'output')) },
              ...(operation.events && { 'text/event-stream': { schema: schemaOf(operation.events, 'output') } }),
            },
      },
      ...errorResponses(operation, schemaOf),
    },
  }
}

function successOf(data: SchemaObject): SchemaObject {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { const: 1 }, msg: { type: 'string' }, data },
  }
}

/** Errors with the same HTTP status are listed together, since OpenAPI has one entry per status. */
function errorResponses(
  operation: Operation,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => SchemaObject,
): Record<string, unknown> {
  const byStatus = new Map<number, ErrorName[]>()
  for (const name of [...operation.errors, 'Internal', 'Unavailable'] as const) {
    const { http } = ERRORS[name]
    byStatus.set(http, [...(byStatus.get(http) ?? []), name])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.map((name) => `${ERRORS[name].code} ${name}`).join(', '),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: {
                code: { type: 'integer' },
                msg: { type: 'string' },
                data: schemaOf(z.union(names.map(errorDataSchema)), 'output'),
              },
            },
          },
        },
      },
    ]),
  )
}
