import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Speaker } from '../../features/landing/speaker.ts'

/** What an open invitation's page is drawn from. */
export interface LetterData
  extends Pick<ApiData<'GET /api/invitation/info'>, 'gift' | 'expires_at' | 'server_time' | 'state' | 'reader'> {
  code: string
  friend: { name: string; avatar: string | null }
  speaker: Speaker | null
  avatar: string | null
}
