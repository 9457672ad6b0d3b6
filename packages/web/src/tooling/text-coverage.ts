import { type Declaration, isNode, type Node, nameOf, nodesIn, type SourceGraph, walk } from './source-graph.ts'

/** The files of a route: its module, and the layout around it. */
export interface RouteFiles {
  page: string
  layout: string
  /** Whether only signed-in people can see it. */
  isGuarded: boolean
}

interface TextUse {
  key: string
  file: string
}

const APP = 'packages/web/src/app'
const ROOT = `${APP}/root.tsx`
/** The function through which every text reaches a page, and the index of the argument that lists the texts. */
const SENDER = { file: `${APP}/page-texts.ts`, name: 'textsFor' }
const NAMES_ARGUMENT = 1
/** The root's list that is only sent to signed-in people. */
const PERSON_TEXTS = 'PERSON_TEXTS'
/** The layouts' list that is only sent in place of the page. */
const GATE_TEXTS = 'GATE_TEXTS'
const SERVER_EXPORTS = new Set(['loader', 'middleware'])
const ERROR_BOUNDARY = 'ErrorBoundary'

/**
 * Finds texts that a route can show although neither its own loader nor its layout's nor the root's sends them: the
 * page would show raw keys. Also finds unknown keys in a loader's list. `keys` are the English keys without plural
 * suffixes.
 */
export function findTextGaps(graph: SourceGraph, keys: ReadonlySet<string>, routes: readonly RouteFiles[]): string[] {
  const findings = new Set<string>()
  const branches = branchesOf(keys)
  const sentBy = memo((file) => {
    const sent = sentNames(graph, file)
    for (const name of sent.keys()) {
      if (![...branches].some((branch) => matches(name, branch))) findings.add(`${file}: ${name} is no text`)
    }
    return sent
  })
  const check = (file: string, exports: readonly string[], sent: readonly string[]) => {
    const reached = graph.closure(exports.map((name) => ({ file, name })))
    const uses = [...reached].flatMap((declaration) => textUses(declaration, keys))
    for (const { key, file: user } of uses) {
      if (!isSent(key, sent)) findings.add(`${file}: ${key} is not sent, but ${user} shows it`)
    }
  }
  const shown = (file: string) =>
    graph.exportsOf(file).filter((name) => !SERVER_EXPORTS.has(name) && name !== ERROR_BOUNDARY)

  const root = sentBy(ROOT)
  const forEveryone = [...root].flatMap(([name, list]) => (list === PERSON_TEXTS ? [] : name))
  check(ROOT, shown(ROOT), [...root.keys()])
  check(ROOT, [ERROR_BOUNDARY], forEveryone)
  for (const { page, layout, isGuarded } of routes) {
    const frame = isGuarded ? [...root.keys()] : forEveryone
    const around = [...frame, ...sentBy(layout).keys()]
    const besidePage = [...frame, ...[...sentBy(layout)].flatMap(([name, list]) => (list === GATE_TEXTS ? [] : name))]
    const own = [...sentBy(page).keys()]
    check(layout, shown(layout), around)
    check(page, shown(page), [...besidePage, ...own])
    // A page that failed has no data, and a layout that failed has none either.
    check(page, [ERROR_BOUNDARY], besidePage)
    check(layout, [ERROR_BOUNDARY], frame)
    // On the server a loader can only translate texts in its own list, such as its title.
    check(page, ['loader'], own)
  }
  return [...findings].sort()
}

/** Keys that a declaration contains as literals, or that match a template in it such as `errors.${name}`. */
function textUses({ file, node }: Declaration, keys: ReadonlySet<string>): TextUse[] {
  return [...walk(node)].flatMap((inner) => {
    const name = textName(inner)
    if (name === null) return []
    if (!name.includes('*')) return keys.has(name) ? [{ key: name, file }] : []
    return [...keys].filter((key) => matches(name, key)).map((key) => ({ key, file }))
  })
}

/** The key in a literal or a template, with `*` for each inserted value; null for any other node. */
function textName(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const parts = nodesIn(node.quasis).map((quasi) => String(Object(quasi.value).cooked))
  // A template that starts with a value, or that is a sentence, is not a key.
  return /^[a-z]+\./.test(parts[0] ?? '') && parts.every((part) => /^[\w.]*$/.test(part)) ? parts.join('*') : null
}

function matches(name: string, key: string): boolean {
  if (!name.includes('*')) return name === key
  return new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '\\w+')}$`).test(key)
}

function isSent(key: string, sent: readonly string[]): boolean {
  const branches = branchesOf([key])
  return sent.some((name) => [...branches].some((branch) => matches(name, branch)))
}

/** Keys, the branches above them and their domains. */
function branchesOf(keys: Iterable<string>): Set<string> {
  const branches = new Set<string>()
  for (const key of keys) {
    const parts = key.split('.')
    for (const index of parts.keys()) branches.add(parts.slice(0, index + 1).join('.'))
  }
  return branches
}

/** The names that a loader passes to `textsFor`, directly or through functions like `pageTools`, with their list. */
function sentNames(graph: SourceGraph, file: string): Map<string, string> {
  const reached = graph.closure([{ file, name: 'loader' }])
  const sender = graph.find(SENDER)
  /** The functions that send texts, with the arguments that list them. */
  const senders = new Map<Declaration, Set<number>>(sender ? [[sender, new Set([NAMES_ARGUMENT])]] : [])
  const sent = new Map<string, string>()
  const seen = new Set<Node>()

  function take(value: Node, holder: Declaration, list: string): void {
    if (seen.has(value)) return
    seen.add(value)
    for (const inner of walk(value)) {
      const text = textName(inner)
      if (text !== null) sent.set(text, list)
      const name = nameOf(inner)
      if (name !== null) takeNamed(name, holder)
    }
  }

  function takeNamed(name: string, holder: Declaration): void {
    const parameter = parametersOf(holder).indexOf(name)
    if (parameter >= 0) {
      senders.set(holder, new Set([...(senders.get(holder) ?? []), parameter]))
      return
    }
    const local = localValue(holder, name)
    if (local) return take(local, holder, name)
    const constant = graph.find({ file: holder.file, name })
    if (constant && isNode(constant.node.init) && parametersOf(constant).length === 0) {
      take(constant.node.init, constant, name)
    }
  }

  let known = -1
  while (known !== seen.size) {
    known = seen.size
    for (const declaration of reached) {
      for (const { callee, values } of callsIn(declaration.node)) {
        const called = graph.find({ file: declaration.file, name: callee })
        for (const index of (called && senders.get(called)) ?? []) {
          if (values[index]) take(values[index], declaration, '')
        }
      }
    }
  }
  return sent
}

function callsIn(node: Node): { callee: string; values: Node[] }[] {
  return [...walk(node)].flatMap((inner) => {
    const callee = inner.type === 'CallExpression' ? nameOf(inner.callee) : null
    return callee === null ? [] : [{ callee, values: nodesIn(inner.arguments) }]
  })
}

function parametersOf({ node }: Declaration): (string | null)[] {
  return nodesIn((isNode(node.init) ? node.init : node).params).map(nameOf)
}

/** The initial value of a constant within a function. */
function localValue({ node }: Declaration, name: string): Node | null {
  for (const inner of walk(node)) {
    if (inner === node || inner.type !== 'VariableDeclarator' || nameOf(inner.id) !== name) continue
    return isNode(inner.init) ? inner.init : null
  }
  return null
}

function memo<Result>(make: (file: string) => Result): (file: string) => Result {
  const made = new Map<string, Result>()
  return (file) => {
    const result = made.get(file) ?? make(file)
    made.set(file, result)
    return result
  }
}
