import { describe, expect, it } from 'vitest'
import type { CardForChat } from '../../characters/card-for-chat.ts'
import { listGreetings } from './greetings.ts'

const member = (id: string, definition = {}) => ({ id, type: 'single', greetings: ['Hi.'], definition, members: [] })
const casting = { scenario: '', opening: 'All at once.', openingTurns: [], groupOnlyGreetings: {} }

/** A group of Ana and Bela, with only the fields that openings are built from. */
function ways(changes: object, members: object[] = [member('ana'), member('bela')]) {
  return listGreetings({ type: 'multiple', members, casting: { ...casting, ...changes } } as unknown as CardForChat)
}

describe('the opening of a chat', () => {
  it('is each greeting of a character', () => {
    const card = { ...member('ana'), greetings: ['One.', 'Two.'] } as unknown as CardForChat // as above
    expect(listGreetings(card)).toEqual([[{ speakerId: 'ana', text: 'One.' }], [{ speakerId: 'ana', text: 'Two.' }]])
  })

  it('is a group’s scene, then the lines of its members', () => {
    const openingTurns = [
      { speaker: null, text: 'Rain.' },
      { speaker: 'bela', text: 'Come in.' },
      { speaker: 'gone', text: 'I left.' },
      { speaker: 'ana', text: ' ' },
    ]
    expect(ways({ openingTurns, groupOnlyGreetings: { bela: ['Two, then.'], gone: ['Bye.'] } })).toEqual([
      [
        { speakerId: null, text: 'Rain.' },
        { speakerId: 'bela', text: 'Come in.' },
      ],
      [{ speakerId: 'bela', text: 'Two, then.' }],
    ])
  })

  it('falls back to the group’s own opening, then to its members’ group greetings', () => {
    expect(ways({})).toEqual([[{ speakerId: null, text: 'All at once.' }]])
    const own = [member('ana', { group_only_greetings: ['Ah, company.', 7] }), member('bela')]
    expect(ways({ opening: '' }, own)).toEqual([[{ speakerId: 'ana', text: 'Ah, company.' }]])
    expect(ways({ opening: '' })).toEqual([])
  })
})
