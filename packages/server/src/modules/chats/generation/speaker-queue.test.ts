import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Member, TurnPolicy } from '../speakers/choose-speakers.ts'
import { advanceQueue, nextSpeaker, type SpeakerQueue } from './speaker-queue.ts'

const NAMES = ['Ana', 'Bela', 'Caro', 'Dina']
const members = (muted: readonly string[] = []): Member[] =>
  NAMES.map((id) => ({ id, names: [id], talkativeness: 0.5, isMuted: muted.includes(id) }))

const speakerQueue = (overrides: Partial<SpeakerQueue>): SpeakerQueue => ({
  policy: 'natural',
  replyLimit: 4,
  upcoming: [],
  spoken: [],
  asked: [],
  hasSaid: false,
  failures: 0,
  ...overrides,
})

/**
 * Plays a whole queue in which each member says its given line. The members in `muted` are muted from their reply on.
 */
function play(first: SpeakerQueue, lines: Record<string, string>, muted: Record<string, string[]> = {}): string[] {
  const spoke: string[] = []
  let quiet: string[] = []
  for (let next = nextSpeaker(first, members()); next && spoke.length < 50; ) {
    const { speakerId } = next
    spoke.push(speakerId)
    quiet = [...quiet, ...(muted[speakerId] ?? [])]
    const reply = { speakerId, text: lines[speakerId] ?? 'Hm.', hasSaid: true }
    next = nextSpeaker(advanceQueue(next.speakerQueue, members(quiet), reply), members(quiet))
  }
  return spoke
}

describe('a speaker queue', () => {
  it.each<[string, SpeakerQueue, Record<string, string>, string[]]>([
    ['everyone chosen speaks in turn', speakerQueue({ upcoming: ['Bela', 'Ana'] }), {}, ['Bela', 'Ana']],
    [
      'who is named by a reply speaks next',
      speakerQueue({ upcoming: ['Ana', 'Dina'] }),
      { Ana: 'Caro?' },
      ['Ana', 'Caro', 'Dina'],
    ],
    [
      'who waits anyway comes sooner',
      speakerQueue({ upcoming: ['Ana', 'Bela', 'Dina'] }),
      { Ana: 'Dina?' },
      ['Ana', 'Dina', 'Bela'],
    ],
    [
      'two who keep naming each other stop at the limit',
      speakerQueue({ upcoming: ['Ana'] }),
      { Ana: 'Bela!', Bela: 'Ana!' },
      ['Ana', 'Bela', 'Ana', 'Bela'],
    ],
    [
      'with a limit of one nobody is called',
      speakerQueue({ upcoming: ['Ana'], replyLimit: 1 }),
      { Ana: 'Bela!' },
      ['Ana'],
    ],
    ['nobody is called by themselves', speakerQueue({ upcoming: ['Ana'] }), { Ana: 'I, Ana, say so.' }, ['Ana']],
    [
      'in list order everyone has one turn',
      speakerQueue({ policy: 'list', upcoming: NAMES }),
      { Ana: 'Dina!', Bela: 'Ana!', Dina: 'Bela!' },
      NAMES,
    ],
    [
      'in list order who was not in turn is called last',
      speakerQueue({ policy: 'list', upcoming: ['Bela', 'Ana'] }),
      { Bela: 'Caro!', Caro: 'Bela!' },
      ['Bela', 'Ana', 'Caro'],
    ],
    [
      'with manual nobody answers a member',
      speakerQueue({ policy: 'manual', upcoming: ['Ana'] }),
      { Ana: 'Bela!' },
      ['Ana'],
    ],
  ])('%s', (_, first, lines, spoke) => {
    expect(play(first, lines)).toEqual(spoke)
  })

  it('skips a member muted meanwhile, and keeps one who was asked', () => {
    expect(play(speakerQueue({ upcoming: ['Ana', 'Bela', 'Caro'] }), {}, { Ana: ['Bela'] })).toEqual(['Ana', 'Caro'])
    expect(play(speakerQueue({ upcoming: ['Ana', 'Bela'], asked: ['Bela'] }), {}, { Ana: ['Bela'] })).toEqual([
      'Ana',
      'Bela',
    ])
  })

  it('continues after an empty reply, which calls nobody', () => {
    const after = advanceQueue(speakerQueue({ upcoming: ['Bela'] }), members(), {
      speakerId: 'Ana',
      text: 'Caro',
      hasSaid: false,
    })
    expect(after).toMatchObject({ upcoming: ['Bela'], spoken: ['Ana'], hasSaid: false })
    expect(nextSpeaker(after, members())?.speakerId).toBe('Bela')
    const again = advanceQueue(after, members(), { speakerId: 'Bela', text: '', hasSaid: false })
    expect(nextSpeaker({ ...again, upcoming: ['Caro'] }, members())).toBeNull()
  })

  it('ends within its limit, and nobody speaks twice in a row, whatever they say', () => {
    const line = fc.array(fc.constantFrom(...NAMES, 'well', '@Ana'), { maxLength: 6 }).map((words) => words.join(' '))
    const lines = fc.record(Object.fromEntries(NAMES.map((name) => [name, line])))
    const policy = fc.constantFrom<TurnPolicy>('natural', 'list', 'pooled', 'manual')
    const upcoming = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })
    fc.assert(
      fc.property(policy, upcoming, fc.integer({ min: 1, max: 8 }), lines, (rule, chosen, replyLimit, said) => {
        const spoke = play(speakerQueue({ policy: rule, upcoming: chosen, replyLimit }), said)
        expect(spoke.length).toBeLessThanOrEqual(Math.max(chosen.length, replyLimit))
        expect(spoke.every((id, place) => id !== spoke[place - 1])).toBe(true)
        expect(chosen.every((id) => spoke.includes(id))).toBe(true)
        if (rule === 'list') expect(new Set(spoke).size).toBe(spoke.length)
      }),
      { numRuns: 1_000 },
    )
  })
})
