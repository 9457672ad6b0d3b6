import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../platform/seeded-random.ts'
import { chooseSpeakers, type Member, type SpeakerSelection, type TurnPolicy } from './choose-speakers.ts'

const member = (id: string, overrides: Partial<Member> = {}): Member => ({
  id,
  names: [id],
  talkativeness: 0.5,
  isMuted: false,
  ...overrides,
})

const THREE = [member('Ana'), member('Bela'), member('Caro')]

function choose(overrides: Partial<SpeakerSelection> & { seed?: string }): string[] {
  const { seed = 'one', ...rest } = overrides
  return chooseSpeakers({
    members: THREE,
    policy: 'natural',
    replyLimit: 3,
    said: 'Hello.',
    by: null,
    wanted: null,
    spoken: [],
    chance: createSeededRandom(seed),
    ...rest,
  })
}

const quiet = THREE.map((one) => ({ ...one, talkativeness: 0 }))

describe('who answers', () => {
  it.each<[string, Partial<SpeakerSelection>, string[]]>([
    ['list: everyone once, in order', { policy: 'list' }, ['Ana', 'Bela', 'Caro']],
    ['list: named ones alone, in the order of the text', { policy: 'list', said: 'Caro, Ana?' }, ['Caro', 'Ana']],
    ['list: everyone has their turn, whatever the limit', { policy: 'list', replyLimit: 1 }, ['Ana', 'Bela', 'Caro']],
    [
      'list: not who is muted',
      { policy: 'list', members: [member('Ana', { isMuted: true }), member('Bela')] },
      ['Bela'],
    ],
    ['manual: nobody', { policy: 'manual' }, []],
    ['manual: who is named', { policy: 'manual', said: 'Bela?' }, ['Bela']],
    ['manual: who is asked by hand', { policy: 'manual', wanted: 'Caro' }, ['Caro']],
    ['asked by hand: first, then who is named', { policy: 'natural', wanted: 'Caro', said: 'Ana?' }, ['Caro', 'Ana']],
    ['pooled: the one who has not spoken', { policy: 'pooled', spoken: ['Caro', 'Ana'] }, ['Bela']],
    [
      'natural: who is named, alone when nobody else cares to',
      { members: quiet, said: 'Caro and Ana' },
      ['Caro', 'Ana'],
    ],
    [
      'natural: all who are named, whatever the limit',
      { said: 'Caro, Ana, Bela', replyLimit: 1 },
      ['Caro', 'Ana', 'Bela'],
    ],
    ['everyone is muted: nobody', { members: THREE.map((one) => ({ ...one, isMuted: true })) }, []],
  ])('%s', (_, overrides, ids) => {
    expect(choose(overrides)).toEqual(ids)
  })

  it('pooled: when all members have spoken, anyone but the last one', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 60; seed++)
      for (const id of choose({ policy: 'pooled', spoken: ['Caro', 'Ana', 'Bela'], seed: `${seed}` })) seen.add(id)
    expect([...seen].sort()).toEqual(['Ana', 'Caro'])
  })

  it('natural: the most talkative always speak, the silent only when nobody else can', () => {
    const members = [
      member('Ana', { talkativeness: 1 }),
      member('Bela', { talkativeness: 0 }),
      member('Caro', { talkativeness: 0 }),
    ]
    for (let seed = 0; seed < 60; seed++) expect(choose({ members, seed: `${seed}` })).toEqual(['Ana'])
    const spoke = new Set(Array.from({ length: 60 }, (_, seed) => choose({ members: quiet, seed: `${seed}` }).join()))
    expect([...spoke].sort()).toEqual(['Ana', 'Bela', 'Caro'])
  })

  it('natural: how often each member speaks follows its talkativeness', () => {
    const members = [
      member('Ana', { talkativeness: 0.9 }),
      member('Bela', { talkativeness: 0.3 }),
      member('Caro', { talkativeness: 0.6 }),
    ]
    const count = { Ana: 0, Bela: 0, Caro: 0 } as Record<string, number>
    for (let seed = 0; seed < 2_000; seed++) for (const id of choose({ members, seed: `${seed}` })) count[id]! += 1
    expect(count.Ana! / 2_000).toBeCloseTo(0.9, 1)
    expect(count.Caro! / 2_000).toBeCloseTo(0.6, 1)
    expect(count.Bela! / 2_000).toBeCloseTo(0.3, 1)
  })

  it('a muted member answers to “@” and to being asked by hand, not to a mention', () => {
    const members = [member('Ana', { isMuted: true, talkativeness: 1 }), ...quiet.slice(1)]
    expect(choose({ members, policy: 'manual', said: 'Ana?' })).toEqual([])
    expect(choose({ members, policy: 'manual', said: '@Ana?' })).toEqual(['Ana'])
    expect(choose({ members, policy: 'manual', wanted: 'Ana' })).toEqual(['Ana'])
    expect(choose({ members, by: 'Bela', said: '@Ana?' })).toEqual([])
  })

  it('a reply calls the members it names except its speaker, under any policy with unasked replies', () => {
    for (const policy of ['natural', 'list', 'pooled'] as const)
      expect(choose({ policy, by: 'Ana', said: 'Ana says: Caro, Bela!' })).toEqual(['Caro', 'Bela'])
    expect(choose({ policy: 'manual', by: 'Ana', said: 'Caro!' })).toEqual([])
    expect(choose({ by: 'Ana', said: 'Nobody in particular.' })).toEqual([])
  })

  const question = fc.record({
    members: fc
      .uniqueArray(fc.constantFrom('Ana', 'Bela', 'Caro', 'سارة', '小明', 'リン', 'Zoë', 'Noor'), {
        minLength: 2,
        maxLength: 8,
      })
      .chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc.record({
              id: fc.constant(name),
              names: fc.constant([name]),
              talkativeness: fc.double({ min: 0, max: 1, noNaN: true }),
              isMuted: fc.boolean(),
            }),
          ),
        ),
      ),
    policy: fc.constantFrom<TurnPolicy>('natural', 'list', 'pooled', 'manual'),
    replyLimit: fc.integer({ min: 1, max: 8 }),
    named: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
    by: fc.option(fc.nat({ max: 7 })),
    spoken: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
    seed: fc.string(),
  })

  it('keeps its invariants for every group, policy, text and seed', () => {
    fc.assert(
      fc.property(question, ({ members, named, by, spoken, seed, ...rules }) => {
        const at = (place: number): string => members[place % members.length]!.id
        const asked = {
          members,
          ...rules,
          wanted: null,
          by: by === null ? null : at(by),
          spoken: spoken.map(at),
          said: named.map(at).join(', '),
        }
        const chosen = chooseSpeakers({ ...asked, chance: createSeededRandom(seed) })
        expect(chooseSpeakers({ ...asked, chance: createSeededRandom(seed) })).toEqual(chosen) // the same seed, the same answer
        expect(new Set(chosen).size).toBe(chosen.length) // nobody twice
        const able = members.filter((one) => !one.isMuted).map((one): string => one.id)
        expect(chosen.every((id) => able.includes(id))).toBe(true) // no muted member
        expect(chosen).not.toContain(asked.by) // nobody answers themselves
        const called = [...new Set(named.map(at))].filter((id) => able.includes(id) && id !== asked.by)
        if (asked.by === null || rules.policy !== 'manual') expect(chosen.slice(0, called.length)).toEqual(called)
        if (rules.policy !== 'list')
          expect(chosen.length).toBeLessThanOrEqual(Math.max(called.length, rules.replyLimit))
        if (asked.by === null && rules.policy !== 'manual') expect(chosen.length > 0).toBe(able.length > 0)
      }),
      { numRuns: 1_000 },
    )
  })
})
