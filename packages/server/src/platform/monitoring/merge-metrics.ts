import type { WorkerMetrics } from '../cluster/messages.ts'

/**
 * The metrics of several workers as one text in Prometheus' format: each series gets the label `worker`, and each
 * metric its help and type once, as the format requires.
 */
export function mergeMetrics(parts: readonly WorkerMetrics[]): string {
  const metrics = new Map<string, { comments: string[]; samples: string[] }>()
  for (const { worker, text } of parts) {
    let current = ''
    let hasComments = false
    for (const line of text.split('\n')) {
      if (line === '') continue
      const comment = /^# (?:HELP|TYPE) (\S+)/.exec(line)
      if (comment?.[1] !== undefined) {
        if (comment[1] !== current) hasComments = metrics.has(comment[1])
        current = comment[1]
        const metric = metrics.get(current) ?? { comments: [], samples: [] }
        metrics.set(current, metric)
        if (!hasComments) metric.comments.push(line)
      } else metrics.get(current)?.samples.push(withLabel(line, `worker="${worker}"`))
    }
  }
  return [...metrics.values()].map(({ comments, samples }) => `${[...comments, ...samples].join('\n')}\n`).join('')
}

/** `name{a="b"} 1` and `name 1` with one more label. */
function withLabel(sample: string, label: string): string {
  const [name = ''] = sample.split(/[{ ]/, 1)
  const rest = sample.slice(name.length)
  return rest.startsWith('{') ? `${name}{${label},${rest.slice(1)}` : `${name}{${label}}${rest}`
}
