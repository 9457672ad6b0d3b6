import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { describe, expect, it } from 'vitest'
import { judgeByRules } from './judge-by-rules.ts'
import { type EvaluationScene, loadScenes } from './scenes.ts'

const scenes = loadScenes()
const replyTo = (scene: EvaluationScene, text: string) => ({
  text,
  speaker: scene.speaker === 'second' ? scene.set.second.name : scene.set.character.name,
  gotNotice: scene.before === undefined ? null : true,
})

describe('the scenes', () => {
  it('are sixty, with every common topic in every language, under unique ids', () => {
    expect(scenes).toHaveLength(60)
    expect(new Set(scenes.map(({ id }) => id)).size).toBe(60)
    const common = ['in_character', 'lore', 'promise', 'group', 'impersonation', 'one_language', 'crisis']
    for (const language of LOCALE_CODES) {
      const topics = scenes.filter(({ set }) => set.language === language).map(({ topic }) => topic)
      expect(topics, language).toEqual(expect.arrayContaining(common))
    }
  })

  it.each(scenes.map((scene) => [scene.id, scene] as const))(
    '%s: its good reply passes, its bad one fails',
    (_, scene) => {
      expect(judgeByRules(scene, replyTo(scene, scene.good))).toEqual([])
      expect(judgeByRules(scene, replyTo(scene, scene.bad))).not.toEqual([])
    },
  )
})

describe('the rules', () => {
  const [group] = scenes.filter(({ topic }) => topic === 'group')
  const [crisis] = scenes.filter(({ topic }) => topic === 'crisis')

  it('an empty reply fails', () => {
    for (const scene of scenes) expect(judgeByRules(scene, replyTo(scene, '  '))).toEqual(['no reply'])
  })

  it('a reply by the wrong member of a group fails', () => {
    const reply = { ...replyTo(group!, group!.good), speaker: group!.set.character.name }
    expect(judgeByRules(group!, reply)).toHaveLength(1)
  })

  it('a message in distress without a notice fails', () => {
    expect(judgeByRules(crisis!, { ...replyTo(crisis!, crisis!.good), gotNotice: false })).toEqual([
      'the help notice was not shown',
    ])
  })

  it('a list or a heading fails', () => {
    const scene = scenes.find(({ id }) => id === 'en-character')!
    for (const text of ['## Ships\nNone.', '- one\n- two', '1. one'])
      expect(judgeByRules(scene, replyTo(scene, text))).toEqual(['has a list or a heading'])
  })
})
