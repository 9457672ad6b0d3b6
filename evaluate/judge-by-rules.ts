import { eld } from 'eld/small'
import type { EvaluationScene } from './scenes.ts'

export interface SceneReply {
  text: string
  /** The name of the character that replied. */
  speaker: string | null
  /** Whether the help notice was shown for the message in distress. Null: the scene has none. */
  gotNotice: boolean | null
}

/** Shorter texts are too short to tell their language. */
const MIN_LETTERS = 40
const LIST_OR_HEADING = /^\s{0,3}(?:[-*•]\s+\S|\d+[.)]\s+\S|#{1,6}\s)/m

/** Why a reply fails its scene, in plain words; empty when it passes. */
export function judgeByRules(scene: EvaluationScene, reply: SceneReply): string[] {
  const { text } = reply
  if (text.trim() === '') return ['no reply']
  const folded = fold(text)
  const expected = scene.speaker === 'second' ? scene.set.second.name : scene.set.character.name
  const found: (string | false)[] = [
    scene.says_any.length > 0 &&
      !scene.says_any.some((words) => folded.includes(fold(words))) &&
      `says none of: ${scene.says_any.join(', ')}`,
    ...scene.says_none.map((words) => folded.includes(fold(words)) && `says “${words}”`),
    reply.speaker !== null && reply.speaker !== expected && `${reply.speaker} replied instead of ${expected}`,
    speaksFor(scene, text, expected),
    LIST_OR_HEADING.test(text) && 'has a list or a heading',
    scene.max_words !== undefined &&
      countWords(text, scene.set.language) > scene.max_words &&
      `longer than ${scene.max_words} words`,
    foreignLanguage(text, scene.set.language),
    reply.gotNotice === false && 'the help notice was not shown',
  ]
  return found.filter((problem) => problem !== false)
}

/** Lines that belong to the person or to another character. */
function speaksFor({ set, topic }: EvaluationScene, text: string, speaker: string): string | false {
  const others = [set.person, ...(topic === 'group' ? [set.character.name, set.second.name] : [])]
  const name = others.filter((other) => other !== speaker).find((other) => hasLineOf(text, other))
  return name !== undefined && `speaks for ${name}`
}

function hasLineOf(text: string, name: string): boolean {
  return text.split('\n').some((line) => {
    const start = line.replace(/^[\s*_"“«「]+/, '')
    return start.startsWith(name) && /^\s?\*{0,2}\s?[:：]/.test(start.slice(name.length))
  })
}

/** The language when it is reliably another one; replies may be too short to tell. */
function foreignLanguage(text: string, language: string): string | false {
  const letters = text.match(/\p{L}/gu) ?? []
  const script = SCRIPTS[language]
  if (script) {
    const own = letters.filter((letter) => script.test(letter)).length
    return own < letters.length / 2 && `is not in ${language}`
  }
  if (letters.length < MIN_LETTERS) return false
  const detected = eld.detect(text)
  return detected.language !== language && detected.isReliable() && `is in ${detected.language}, not in ${language}`
}

/** Languages that their script tells apart from the other seven. */
const SCRIPTS: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
}

function countWords(text: string, language: string): number {
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text)
  return [...segments].filter((segment) => segment.isWordLike).length
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
