import { ERRORS } from '@everkin/contract/errors.ts'
import { operations } from '@everkin/contract/http/all.ts'
import { type Operation, operation } from '@everkin/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { renderApiDocsPage } from './api-docs-page.ts'
import { bindHandlers, type Handlers } from './handlers.ts'
import { openApiDocument } from './openapi.ts'

const all: Operation[] = Object.values(operations).flatMap((group) => Object.values(group))
const document = openApiDocument(all, '1.2.3')

interface Described {
  summary: string
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>
}
const paths = document.paths as Record<string, Record<string, Described>> // our own document
const describedOf = (one: Operation) => paths[one.path]?.[one.method.toLowerCase()]

/** All objects in a value, including itself. */
function* within(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  yield value as Record<string, unknown> // an object, as just checked
  for (const inner of Object.values(value)) yield* within(inner)
}

describe('the OpenAPI document', () => {
  it('is of version 3.1 and has every operation once, and no other', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: 'Everkin', version: '1.2.3' })
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(all.map((one) => `${one.method} ${one.path}`).sort())
    const ids = [...within(paths)].flatMap((part) => (typeof part.operationId === 'string' ? [part.operationId] : []))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(all.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s documents access, input and output',
    (_name, one) => {
      const described = describedOf(one)
      expect(described?.summary).toMatch(/^[A-Z“"].{5,200}$/s)
      if (one.access === 'open') expect(described?.security).toEqual([])
      else {
        expect(described?.security.length).toBeGreaterThan(0)
        for (const way of described?.security ?? []) expect(Object.keys(way)).toContain('token')
        expect(one.errors).toContain('NotSignedIn')
      }
      const queryKeys = Object.keys((one.query as z.ZodObject | undefined)?.shape ?? {}) // queries are objects
      expect((described?.parameters ?? []).map((parameter) => parameter.name)).toEqual([
        ...queryKeys,
        ...(one.signedBy === undefined ? [] : [one.signedBy]),
      ])
      for (const parameter of described?.parameters ?? [])
        if (parameter.required && parameter.name !== one.signedBy) expect(one.query?.safeParse({}).success).toBe(false)
      expect(described?.requestBody === undefined).toBe(one.body === undefined && one.signedBy === undefined)
      for (const name of one.errors) {
        const reply = described?.responses[ERRORS[name].http]
        expect(reply?.description).toContain(`${ERRORS[name].code} ${name}`)
      }
      if (one.query || one.body) expect(one.errors).toContain('InvalidInput')
    },
  )

  it('refers only to existing schemas, and has none that zod could not express', () => {
    const { schemas } = document.components as { schemas: Record<string, unknown> } // our own document
    const references = [...within(document)].flatMap((part) => (typeof part.$ref === 'string' ? [part.$ref] : []))
    expect(references.length).toBeGreaterThan(10)
    for (const reference of new Set(references)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1]
      expect(schemas, reference).toHaveProperty(name ?? 'no name')
    }
    const text = JSON.stringify(document)
    expect(text).not.toContain('$defs')
    expect(text).not.toContain('#/definitions')
  })

  it('names existing security schemes', () => {
    const { securitySchemes } = document.components as { securitySchemes: Record<string, unknown> } // as above
    for (const one of all)
      for (const way of describedOf(one)?.security ?? [])
        for (const name of Object.keys(way)) expect(securitySchemes).toHaveProperty(name)
  })
})

describe('the reference page', () => {
  const page = renderApiDocsPage(document, 'a-nonce')

  it('shows every call and error, and has no script', () => {
    for (const one of all) expect(page).toContain(`<b>${one.method}</b> ${one.path}`)
    for (const name of Object.keys(ERRORS)) expect(page).toContain(`<td>${name}</td>`)
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=/i)
    expect(page.match(/<style[^>]*>/g)).toEqual(['<style nonce="a-nonce">'])
  })

  it('has no duplicate anchors and no broken links', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })

  it('shows markup in a summary as text', () => {
    const hostile = openApiDocument(
      [
        operation({
          method: 'GET',
          path: '/api/x/y',
          summary: '<img src=x onerror=1>',
          access: 'open',
          data: z.null(),
          errors: [],
        }),
      ],
      '1',
    )
    expect(renderApiDocsPage(hostile, 'n')).not.toContain('<img')
  })
})

describe('handlers', () => {
  const one = operation({
    method: 'GET',
    path: '/api/a/b',
    summary: 'One.',
    access: 'open',
    data: z.null(),
    errors: [],
  })

  it('are bound to every operation', () => {
    expect(bindHandlers({ one }, { one: async () => null })).toHaveLength(1)
  })

  it('stop the start when an operation has none, and name it', () => {
    const none = { one: async () => null } as unknown as Handlers<{ one: typeof one; two: typeof one }> // what does not compile
    expect(() => bindHandlers({ one, two: one }, none)).toThrow('operations without a handler: two')
  })
})
