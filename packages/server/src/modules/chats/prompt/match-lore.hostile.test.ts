import { cpuMsOf, HOSTILE_LOREBOOKS, MAX_CPU_MS } from '@everkin/testing/hostile-lorebook.ts'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../models/module.ts'
import { buildPrompt } from './build-prompt.ts'
import { matchLore } from './match-lore.ts'
import { prepareCard } from './prepare-card.ts'
import { prepareLore } from './prepare-lore.ts'

/** Patterns on which backtracking engines never finish, each in forty sizes. */
const SHAPES = [
  (n: number) => `(a+)+$${n}`,
  (n: number) => `(a|a)*b{${n}}`,
  (n: number) => `(a|aa)+c${n}$`,
  (n: number) => `(.*a){${n}}x`,
  (n: number) => `^(([a-z])+.)+[A-Z]{${n}}$`,
]
const PATTERNS = Array.from({ length: 200 }, (_, at) => (SHAPES[at % SHAPES.length] ?? String)(1 + Math.floor(at / 5)))

function promptWith(entries: Record<string, unknown>[], text: string, more: Record<string, unknown> = {}) {
  return buildPrompt({
    card: prepareCard({ description: 'A lamp.', character_book: { entries, ...more } }),
    characterName: 'Ilse',
    tagline: '',
    greeting: '',
    persona: { name: 'Alex', text: '' },
    memory: { summary: '', facts: [], passages: [] },
    path: [{ role: 'user', speaker: 'Alex', text, tokens: countTokens(text) }],
    tokenBudget: 8192,
    replyTokens: 300,
    locale: 'en',
    now: new Date(0),
    chatSeed: 'c',
  })
}

describe('hostile lorebooks', { timeout: 120_000 }, () => {
  it.each(Object.entries(HOSTILE_LOREBOOKS))(
    'are read and searched without holding anybody up: %s',
    async (_name, hostile) => {
      expect(await cpuMsOf(() => prepareLore(hostile.book))).toBeLessThan(MAX_CPU_MS)
      const book = prepareLore(hostile.book)
      const messages = Array.from({ length: 50 }, (_, at) => ({
        text: `${hostile.text}${at}`,
        speaker: 'Ilse',
        isReply: at % 2 === 0,
      }))
      const context = {
        characterName: 'Ilse',
        personName: 'Alex',
        chatSeed: 'c',
        turnSeed: 't',
        now: new Date(0),
        locale: 'en',
      }
      const scan = { books: [book], messages, greetingIndex: 0, context, tokenBudget: 2000 }
      expect(await cpuMsOf(() => matchLore(scan))).toBeLessThan(MAX_CPU_MS)
    },
  )

  it('finishes 200 catastrophic backtracking patterns over 100 kB, and builds the prompt (RDS-01)', () => {
    const entries = [...PATTERNS, ...PATTERNS, ...PATTERNS.slice(0, 100)].map((pattern) => ({
      use_regex: true,
      keys: [pattern],
      content: 'x',
    }))
    const built = promptWith(entries, `${'a'.repeat(100_000)}!`)
    expect(built.messages.at(-2)?.content.endsWith('!')).toBe(true)
  })

  it('ignores patterns beyond 500 per book', () => {
    const entries = Array.from({ length: 501 }, (_, at) => ({
      use_regex: true,
      keys: [at < 499 ? 'door' : 'la.p'],
      content: `entry ${at}.`,
    }))
    const text = promptWith(entries, 'the lamp').sections.find(({ kind }) => kind === 'lore')?.text
    expect(text).toBe('## World notes\nentry 499.')
  })

  it('keeps 10,000 entries that trigger each other within the lore share (LLM-06)', () => {
    const entries = Array.from({ length: 10_000 }, (_, at) => ({
      keys: [`key${at}`, 'lamp'],
      content: `key${at + 1} lamp`,
    }))
    const built = promptWith(entries, 'lamp', { recursive_scanning: true })
    const lore = built.sections.find(({ kind }) => kind === 'lore')?.tokens ?? 0
    expect(lore).toBeGreaterThan(100)
    expect(lore).toBeLessThan((8192 - 300) / 4)
  })

  it('ignores extremely long or numerous keys', () => {
    const entries = [
      { keys: ['x'.repeat(100_000)], content: 'LONG' },
      { keys: Array.from({ length: 10_000 }, (_, at) => `k${at}`), content: 'MANY' },
    ]
    const seen = JSON.stringify(promptWith(entries, `${'x'.repeat(100_000)} k9999`).messages)
    expect(seen).not.toContain('LONG')
    expect(seen).not.toContain('MANY')
  })
})
