import { z } from 'zod'
import { ModerationError, type ModerationFinding, type ModerationModel } from '../../modules/safety/module.ts'
import { dataUrl, faultOfInput, type ModerationEndpoint, postJson } from './endpoint-request.ts'

const DEFAULT_NAME = 'omni-moderation-latest'

/**
 * The endpoint's categories in those of the safety rules, the gravest first. Violence, hate and harassment without a
 * threat are not among them: stories contain them. A threat may be a line of a story, so it is never certain.
 */
const CATEGORIES: readonly [string, ModerationFinding][] = [
  ['sexual/minors', { category: 'minor_safety', isCertain: true }],
  ['self-harm/instructions', { category: 'self_harm_encouragement', isCertain: true }],
  ['illicit/violent', { category: 'mass_harm', isCertain: true }],
  ['sexual', { category: 'sexual', isCertain: true }],
  ['self-harm/intent', { category: 'self_harm_encouragement', isCertain: false }],
  ['harassment/threatening', { category: 'threat', isCertain: false }],
  ['hate/threatening', { category: 'threat', isCertain: false }],
]

const Answer = z.object({
  results: z.array(z.object({ categories: z.record(z.string(), z.boolean().nullable()) })).min(1),
})

/** Any OpenAI-compatible `/moderations`. */
export function createModerationsEndpoint(endpoint: ModerationEndpoint): ModerationModel {
  const name = endpoint.name ?? DEFAULT_NAME
  return {
    name,
    isReachable: true,
    async findProblems(input, signal) {
      const sent =
        input.kind === 'text'
          ? input.text
          : [{ type: 'image_url', image_url: { url: dataUrl(input.bytes, input.mediaType) } }]
      const body = await postJson(endpoint, '/moderations', { model: name, input: sent }, signal).catch(
        (error: unknown) => {
          throw faultOfInput(input, error)
        },
      )
      const answer = Answer.safeParse(body)
      if (!answer.success) throw new ModerationError('garbled')
      const flagged = (key: string) => answer.data.results.some(({ categories }) => categories[key] === true)
      return CATEGORIES.flatMap(([key, finding]) => (flagged(key) ? [finding] : []))
    },
  }
}
