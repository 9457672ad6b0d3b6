import { describe, expect, it } from 'vitest'
import { chatTools } from './http/chat-tools.ts'
import { passkeys } from './http/passkeys.ts'
import { NameText } from './ids.ts'
import { LIMITS } from './limits.ts'

const DISGUISED = 'Mara\n\u202EEverkin\u202C \u2067team\u2069'
const STORED = 'Mara Everkin team'

describe('titles and labels that people type', () => {
  it.each([
    ['the title of a chat', chatTools.rename.body, 'title', { chat_id: 'c' }],
    ['the title of a branch', chatTools.branch.body, 'title', { chat_id: 'c', message_id: 'c-1' }],
  ])('%s is one line without direction controls', (_what, body, field, others) => {
    expect(body.parse({ ...others, [field]: DISGUISED })).toMatchObject({ [field]: STORED })
  })

  it('are measured as they are stored', () => {
    const name = 'x'.repeat(LIMITS.passkeyNameLength)
    const rename = (name: string) => passkeys.renamePasskey.body.safeParse({ passkey_id: 'p', name })
    expect(rename(`\u2066${name}\u2069`).data?.name).toBe(name)
    expect(rename(`${name}x`).success).toBe(false)
    expect(rename('\u202E\n').success).toBe(false)
  })

  it('are strings in the API document', () => {
    expect(NameText.max(40).toJSONSchema()).toMatchObject({ type: 'string', maxLength: 40 })
  })
})
