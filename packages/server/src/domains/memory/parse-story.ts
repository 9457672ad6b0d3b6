/** What a model has made of a part of a conversation. */
export interface Story {
  /** Empty when it gave none. */
  summary: string
  facts: { fromSeq: number | null; text: string }[]
}

const MOST_FACTS = 8
const MOST_FACT_LENGTH = 300
const MOST_SUMMARY_LENGTH = 3_000

/**
 * Reads a model's answer as leniently as it can be read: fences and chatter around the JSON, another name for a field,
 * a number as text, an end that was cut off. What is no JSON at all is taken for the summary. Never throws.
 */
export function parseStory(answer: string): Story {
  const text = answer.replace(/<think>[\s\S]*?<\/think>/g, '').trim()
  const start = text.indexOf('{')
  if (start < 0) return { summary: oneText(text.replace(/```\w*/g, ''), MOST_SUMMARY_LENGTH), facts: [] }
  const parsed = parseObject(text.slice(start, text.lastIndexOf('}') + 1))
  return parsed ? readObject(parsed) : salvage(text)
}

function parseObject(json: string): Record<string, unknown> | null {
  for (const attempt of [json, json.replace(/,\s*([}\]])/g, '$1')]) {
    try {
      const value: unknown = JSON.parse(attempt)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown> // checked
    } catch {
      // the next attempt, or none
    }
  }
  return null
}

function readObject(value: Record<string, unknown>): Story {
  const facts = Array.isArray(value.facts) ? value.facts : []
  return {
    summary: oneText(typeof value.summary === 'string' ? value.summary : '', MOST_SUMMARY_LENGTH),
    facts: facts.flatMap((fact: unknown) => readFact(fact) ?? []).slice(0, MOST_FACTS),
  }
}

function readFact(value: unknown): Story['facts'][number] | null {
  if (typeof value === 'string') return factOf(value, null)
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Record<string, unknown> // any object
  const text = [fields.fact, fields.text, fields.content].find((field) => typeof field === 'string')
  return typeof text === 'string' ? factOf(text, fields.from ?? fields.source ?? fields.message) : null
}

function factOf(text: string, from: unknown): Story['facts'][number] | null {
  const line = oneText(text.replace(/\s+/g, ' '), MOST_FACT_LENGTH)
  if (line === '') return null
  const seq = Number.parseInt(String(from).replace(/^\D+/, ''), 10)
  return { text: line, fromSeq: Number.isSafeInteger(seq) ? seq : null }
}

/** Of an answer that breaks off: the strings that are whole. */
function salvage(text: string): Story {
  const summary = /"summary"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  const facts = [...text.matchAll(/\{[^{}]*\}/g)].flatMap(([part]) => parseObject(part) ?? [])
  return readObject({ summary: summary ? (parseObject(`{"text":${summary}}`)?.text ?? '') : '', facts })
}

function oneText(text: string, most: number): string {
  const trimmed = text.trim()
  if (trimmed.length <= most) return trimmed
  const cut = trimmed.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('。'), cut.lastIndexOf('؟'))
  return end > most / 2 ? cut.slice(0, end + 1) : cut
}
