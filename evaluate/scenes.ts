import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { z } from 'zod'

const Turn = z.tuple([z.string(), z.string()]).describe('what the person says, and what the character replies')

const Material = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  greeting: z.string(),
  example: z.string().default(''),
  lore: z.array(z.object({ keys: z.array(z.string()), content: z.string() })).default([]),
})

const SceneData = z.object({
  id: z.string(),
  topic: z.enum([
    'in_character',
    'lore',
    'promise',
    'group',
    'impersonation',
    'one_language',
    'crisis',
    'format',
    'honesty',
    'repetition',
    'continuity',
  ]),
  /** Told 200 turns earlier. */
  planted: Turn.optional(),
  /** Told right before. */
  history: z.array(Turn).default([]),
  /** Sent before `say`, without waiting for a reply: a message in distress gets a notice instead of one. */
  before: z.string().optional(),
  say: z.string(),
  /** Who has to reply; `second` only in a group. */
  speaker: z.enum(['character', 'second']).default('character'),
  /** The reply has to contain one of these, in any case. */
  says_any: z.array(z.string()).default([]),
  says_none: z.array(z.string()).default([]),
  max_words: z.int().optional(),
  /** A reply that passes, and one that does not. */
  good: z.string(),
  bad: z.string(),
})

const SceneFile = z.object({
  language: z.enum(LOCALE_CODES),
  person: z.string(),
  character: Material,
  second: Material,
  filler: z.array(Turn).min(1),
  scenes: z.array(SceneData),
})

export type SceneMaterial = z.output<typeof Material>
export type EvaluationScene = z.output<typeof SceneData> & { set: SceneSet }
type SceneSet = Omit<z.output<typeof SceneFile>, 'scenes'>

/** Every scene of `scenes/*.json`. @throws ZodError for a file that is not as described above. */
export function loadScenes(): EvaluationScene[] {
  const folder = join(import.meta.dirname, 'scenes')
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const { scenes, ...set } = SceneFile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      return scenes.map((scene) => ({ ...scene, set }))
    })
}
