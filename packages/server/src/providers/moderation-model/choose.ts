import { ModerationError, type ModerationModel } from '../../modules/safety/module.ts'
import type { Settings } from '../../platform/config.ts'
import { createChatJudge } from './chat-judge.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import type { ModerationEndpoint } from './endpoint-request.ts'
import { createModerationsEndpoint } from './moderations-endpoint.ts'

/** What a server answers that does not know the path. */
const UNKNOWN_PATH: readonly (number | null)[] = [404, 405, 501]

/** The model that the settings name, else none: then the local rules decide alone. */
export function chooseModerationModel(
  settings: Pick<Settings, 'moderationBaseUrl' | 'moderationApiKey' | 'moderationName' | 'moderationApi'>,
): ModerationModel | null {
  const { moderationBaseUrl: baseUrl, moderationApiKey: apiKey, moderationName: name } = settings
  return baseUrl === null ? null : openModerationModel({ baseUrl, apiKey, name }, settings.moderationApi)
}

/**
 * With `auto`, the protocol is detected with the first check: a server without `/moderations` is asked as a judge from
 * then on.
 */
export function openModerationModel(
  endpoint: ModerationEndpoint,
  api: Settings['moderationApi'],
  now?: () => number,
): ModerationModel {
  const judge = createChatJudge(endpoint)
  const moderations = createModerationsEndpoint(endpoint)
  if (api !== 'auto') return withCircuitBreaker(api === 'chat' ? judge : moderations, now)
  let chosen: ModerationModel | null = null
  return withCircuitBreaker(
    {
      get name() {
        return (chosen ?? moderations).name
      },
      isReachable: true,
      async findProblems(input, signal) {
        if (chosen) return chosen.findProblems(input, signal)
        try {
          const found = await moderations.findProblems(input, signal)
          chosen = moderations
          return found
        } catch (error) {
          if (!(error instanceof ModerationError) || !UNKNOWN_PATH.includes(error.status)) throw error
          const found = await judge.findProblems(input, signal)
          chosen = judge
          return found
        }
      },
    },
    now,
  )
}
