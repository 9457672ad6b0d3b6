import { describe, expect, it } from 'vitest'
import { accounts } from './http/accounts.ts'
import { cardEditor } from './http/card-editor.ts'
import { chatTools } from './http/chat-tools.ts'
import { personas } from './http/personas.ts'
import { NameText } from './ids.ts'
import { LIMITS } from './limits.ts'

const DISGUISED = 'Mara\n\u202EEverkin\u202C \u2067team\u2069'
const STORED = 'Mara Everkin team'

describe('names that people type', () => {
  it.each([
    ['a nickname', accounts.profile.body, 'nickname', {}],
    ['the name of a persona', personas.save.body, 'name', { description: '' }],
    ['the name of a character', cardEditor.saveSingle.body, 'name', {}],
    ['the name of a group', cardEditor.saveGroup.body, 'name', {}],
    ['the title of a chat', chatTools.rename.body, 'title', { chat_id: 'c' }],
    ['the title of a branch', chatTools.branch.body, 'title', { chat_id: 'c', message_id: 'c-1' }],
  ])('%s is one line without direction controls', (_what, body, field, others) => {
    expect(body.parse({ ...others, [field]: DISGUISED })).toMatchObject({ [field]: STORED })
  })

  it('are measured as they are stored', () => {
    const nickname = 'x'.repeat(LIMITS.nicknameLength)
    expect(accounts.profile.body.parse({ nickname: `\u2066${nickname}\u2069` }).nickname).toBe(nickname)
    expect(accounts.profile.body.safeParse({ nickname: `${nickname}x` }).success).toBe(false)
    expect(accounts.profile.body.safeParse({ nickname: '\u202E\n' }).success).toBe(false)
  })

  it('are strings in the API document', () => {
    expect(NameText.max(40).toJSONSchema()).toMatchObject({ type: 'string', maxLength: 40 })
  })
})
