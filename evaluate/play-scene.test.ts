import { createFakeTextModel } from '@everkin/server/providers/text-model/fake.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { judgeByRules } from './judge-by-rules.ts'
import { openStage, playScene, type Stage } from './play-scene.ts'
import { loadScenes } from './scenes.ts'

const scenes = loadScenes()
const sceneOf = (id: string) => scenes.find((scene) => scene.id === id)!
const model = createFakeTextModel({
  reply: ({ scene }) => ({ parts: [scenes.find(({ say }) => say === scene?.turns.at(-1)?.text)?.good ?? ''] }),
})
let stage: Stage
beforeAll(async () => {
  stage = await openStage(model)
})
afterAll(() => stage.server.end())

const promptOf = () => JSON.stringify(model.requests.at(-1)?.messages)

it('lore reaches the model when the message names it', async () => {
  const scene = sceneOf('de-lore')
  expect(judgeByRules(scene, await playScene(stage, scene))).toEqual([])
  expect(promptOf()).toContain('handgezeichnete Seekarten')
})

it('what was promised 200 turns ago is recalled', async () => {
  const scene = sceneOf('en-promise')
  expect(judgeByRules(scene, await playScene(stage, scene))).toEqual([])
  expect(promptOf()).toContain('door of the boathouse yellow')
})

it('the addressed member of a group replies', async () => {
  const scene = sceneOf('ar-group')
  const played = await playScene(stage, scene)
  expect(played.speaker).toBe(scene.set.second.name)
  expect(judgeByRules(scene, played)).toEqual([])
})

it('a message in distress gets the notice, and the next one a reply', async () => {
  const scene = sceneOf('ja-crisis')
  const played = await playScene(stage, scene)
  expect(played.gotNotice).toBe(true)
  expect(judgeByRules(scene, played)).toEqual([])
})

it('a preset is what the model is asked with, and an unknown one is an error', async () => {
  await playScene(stage, sceneOf('en-character'), 'precise')
  expect(model.requests.at(-1)?.samplers?.temperature).toBeLessThan(1)
  await expect(playScene(stage, sceneOf('en-character'), 'nowhere')).rejects.toThrow('nowhere')
})
