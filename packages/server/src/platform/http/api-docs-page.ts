import { ERRORS } from '@everkin/contract/errors.ts'
import { escapeMarkup } from '@everkin/contract/escape-markup.ts'

interface OpenApi {
  info: { version: string; description: string }
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, unknown> }
}

interface OpenApiOperation {
  summary: string
  tags: string[]
  security: unknown[]
  parameters?: { name: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<
    string,
    { description: string; content: Record<string, { schema: { properties?: { data: unknown } } }> }
  >
}

/** The API reference: one plain, script-free page generated from the OpenAPI document. */
export function renderApiDocsPage(openApi: Record<string, unknown>, nonce: string): string {
  const document = openApi as unknown as OpenApi // our own document, see openapi.ts
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Everkin API</title><style nonce="${nonce}">${STYLE}</style></head><body><main>
<h1>Everkin API</h1><p>${escapeMarkup(document.info.description)} Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Calls"><ul>${calls.map(({ path, method }) => `<li><a href="#${anchor(method, path)}"><b>${method}</b> ${escapeMarkup(path)}</a></li>`).join('')}</ul></nav>
${calls.map(({ path, method, operation }) => callSection(path, method, operation)).join('')}
<section><h2>Errors</h2><table><tr><th>code</th><th>HTTP</th><th>name</th></tr>${Object.entries(ERRORS)
    .map(([name, { code, http }]) => `<tr><td>${code}</td><td>${http}</td><td>${name}</td></tr>`)
    .join('')}</table></section>
<section><h2>Schemas</h2>${Object.entries(document.components.schemas)
    .map(
      ([name, schema]) =>
        `<details id="schema-${escapeMarkup(name)}"><summary>${escapeMarkup(name)}</summary>${block(schema)}</details>`,
    )
    .join('')}</section></main></body></html>`
}

function callSection(path: string, method: string, operation: OpenApiOperation): string {
  const replies = operation.responses['200']?.content
  // A call whose reply is a file has no envelope.
  const success = replies?.['application/json']?.schema.properties?.data
  const events = replies?.['text/event-stream']?.schema
  const body = operation.requestBody && Object.values(operation.requestBody.content)[0]?.schema
  const errors = Object.entries(operation.responses).filter(([status]) => status !== '200')
  return `<section id="${anchor(method, path)}"><h2><b>${method}</b> ${escapeMarkup(path)}</h2><p>${escapeMarkup(operation.summary)} ${
    operation.security.length === 0 ? 'Open to visitors.' : 'Signed in.'
  }</p>
${(operation.parameters ?? []).length > 0 ? `<h3>Query</h3>${(operation.parameters ?? []).map((p) => `<details><summary>${escapeMarkup(p.name)}${p.required ? '' : ' (optional)'}</summary>${block(p.schema)}</details>`).join('')}` : ''}
${body ? `<details><summary>Body</summary>${block(body)}</details>` : ''}
<details><summary>Data</summary>${block(success)}</details>
${events ? `<details><summary>Events</summary>${block(events)}</details>` : ''}
<p>Errors: ${errors.map(([, response]) => escapeMarkup(response.description)).join(', ')}</p></section>`
}

function block(value: unknown): string {
  return `<pre tabindex="0">${escapeMarkup(JSON.stringify(value, null, 2) ?? '')}</pre>`
}

function anchor(method: string, path: string): string {
  return `${method}${path}`.replace(/[^A-Za-z]/g, '-')
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}main{max-width:60rem;margin:auto;padding:1.5rem}
nav ul{columns:18rem;padding:0;list-style:none}pre{overflow:auto;padding:.75rem;border:1px solid;border-radius:.5rem;font-size:.85rem}
section{border-top:1px solid;margin-top:1.5rem}h2{font-size:1.1rem}td,th{text-align:start;padding:.1rem 1rem .1rem 0}`
