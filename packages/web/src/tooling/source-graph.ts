import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** The fields of a syntax node that are used here. */
export interface Node {
  type: string
  [field: string]: unknown
}

/** A name in a module: a declaration, an import or an export. Without a name it is the whole module. */
export interface Reference {
  file: string
  name?: string
}

/** A top-level declaration: everything that runs when it is called or rendered is below its node. */
export interface Declaration {
  file: string
  name: string
  node: Node
}

interface Module {
  declarations: Map<string, Declaration>
  /** Imported names, with the names that they refer to in other modules. */
  imports: Map<string, Reference>
  /** Exported names that differ from the internal name. */
  aliases: Map<string, string>
}

/** Fields that contain types, or names that are not references. */
const IGNORED_FIELDS = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'superTypeArguments',
])

/**
 * The declarations of a set of modules and what they refer to, except in types. `read` returns the source of a module
 * by its path, or null for a path without a source of ours (a style sheet, a package).
 */
export function sourceGraph(read: (file: string) => string | null) {
  const modules = new Map<string, Module>()

  function moduleAt(file: string): Module {
    const known = modules.get(file)
    if (known) return known
    const source = /\.tsx?$/.test(file) ? read(file) : null
    const module = source === null ? emptyModule() : readModule(file, source)
    modules.set(file, module)
    return module
  }

  /** The declaration that a reference finally leads to, through re-exports. */
  function find({ file, name }: Reference): Declaration | null {
    if (name === undefined) return null
    const module = moduleAt(file)
    const local = module.aliases.get(name) ?? name
    const declaration = module.declarations.get(local)
    if (declaration) return declaration
    const imported = module.imports.get(local)
    return imported ? find(imported) : null
  }

  /** Everything that is reachable from some exports. */
  function closure(starts: readonly Reference[]): Set<Declaration> {
    const reached = new Set<Declaration>()
    const waiting = [...starts]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next.name === undefined) {
        const { file } = next
        waiting.push(...[...moduleAt(file).declarations.keys()].map((name) => ({ file, name })))
        continue
      }
      const declaration = find(next)
      if (!declaration || reached.has(declaration)) continue
      reached.add(declaration)
      waiting.push(...referencesOf(declaration))
    }
    return reached
  }

  return { closure, find, exportsOf: (file: string) => [...moduleAt(file).aliases.keys()] }
}

export type SourceGraph = ReturnType<typeof sourceGraph>

function emptyModule(): Module {
  return { declarations: new Map(), imports: new Map(), aliases: new Map() }
}

function readModule(file: string, source: string): Module {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const module = emptyModule()
  for (const statement of program.body as unknown as Node[]) readStatement(module, file, statement)
  return module
}

function readStatement(module: Module, file: string, statement: Node): void {
  const from = isNode(statement.source) ? resolve(file, String(statement.source.value)) : null
  if (statement.type === 'ImportDeclaration' && from && statement.importKind !== 'type') {
    for (const specifier of nodesIn(statement.specifiers)) {
      const imported = specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported)
      module.imports.set(nameOf(specifier.local) ?? '', { file: from, ...(imported && { name: imported }) })
    }
  } else if (statement.type === 'ExportNamedDeclaration') {
    for (const specifier of nodesIn(statement.specifiers)) {
      const [local, exported] = [nameOf(specifier.local) ?? '', nameOf(specifier.exported) ?? '']
      module.aliases.set(exported, from ? `${exported} from ${from}` : local)
      if (from) module.imports.set(`${exported} from ${from}`, { file: from, name: local })
    }
    if (isNode(statement.declaration)) {
      for (const name of declare(module, file, statement.declaration)) module.aliases.set(name, name)
    }
  } else if (statement.type === 'ExportDefaultDeclaration' && isNode(statement.declaration)) {
    const name = nameOf(statement.declaration.id) ?? 'default'
    module.declarations.set(name, { file, name, node: statement.declaration })
    module.aliases.set('default', name)
  } else declare(module, file, statement)
}

function declare(module: Module, file: string, statement: Node): string[] {
  if (statement.type === 'VariableDeclaration') {
    return nodesIn(statement.declarations).flatMap((node) => {
      const names = [...walk(isNode(node.id) ? node.id : node)].flatMap((inner) => nameOf(inner) ?? [])
      for (const name of names) module.declarations.set(name, { file, name, node })
      return names
    })
  }
  const name = nameOf(statement.id)
  if (!name || /^TS(Interface|TypeAlias)/.test(statement.type)) return []
  module.declarations.set(name, { file, name, node: statement })
  return [name]
}

function referencesOf({ file, node }: Declaration): Reference[] {
  const references: Reference[] = []
  const narrowed = new Set<unknown>()
  for (const inner of walk(node)) {
    // (await import('./x.ts')).Name
    const awaited = inner.type === 'MemberExpression' ? withoutParentheses(inner.object) : null
    const imported = awaited?.type === 'AwaitExpression' ? awaited.argument : null
    if (isNode(imported) && imported.type === 'ImportExpression' && isNode(inner.property)) {
      narrowed.add(imported)
      references.push(...importOf(file, imported, nameOf(inner.property) ?? undefined))
    } else if (inner.type === 'ImportExpression' && !narrowed.has(inner)) references.push(...importOf(file, inner))
    else {
      const name = nameOf(inner)
      if (name !== null) references.push({ file, name })
    }
  }
  return references
}

function withoutParentheses(node: unknown): Node | null {
  if (!isNode(node)) return null
  return node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node
}

function importOf(file: string, node: Node, name?: string): Reference[] {
  const to = isNode(node.source) ? resolve(file, String(node.source.value)) : null
  return to ? [{ file: to, ...(name && { name }) }] : []
}

function resolve(from: string, specifier: string): string | null {
  return specifier.startsWith('.') ? join(dirname(from), specifier) : null
}

/** A node and all its descendants, without types and property names. */
export function* walk(node: Node): Generator<Node> {
  yield node
  for (const [field, value] of Object.entries(node)) {
    if (IGNORED_FIELDS.has(field) || isPropertyName(node, field)) continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child)
  }
}

function isPropertyName(node: Node, field: string): boolean {
  if (node.computed === true) return false
  return (
    (node.type === 'MemberExpression' && field === 'property') ||
    (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && field === 'key')
  )
}

export function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string'
}

export function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of an identifier, in JSX too; null for any other node. */
export function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return null
  return typeof node.name === 'string' ? node.name : null
}
