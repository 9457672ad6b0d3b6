import { startModelServer } from '@everkin/testing/servers/model-server.ts'
import { describe, expect, it } from 'vitest'
import type { PromptMessage } from '../../../modules/models/module.ts'
import { readAll, requestFor } from '../text-model.suite.ts'
import { findTemplate, INSTRUCT_TEMPLATES, renderPrompt } from './instruct-templates.ts'
import { createOpenAiCompatibleModel } from './openai-compatible-model.ts'

const messages: PromptMessage[] = [
  { role: 'system', content: 'You are Ilse.' },
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'You are late.' },
  { role: 'system', content: 'It rains.' },
  { role: 'user', content: 'Sorry.' },
]
const render = (id: string, given = messages) => renderPrompt(given, findTemplate(id, ''))

describe('instruct templates', () => {
  it('ChatML', () => {
    expect(render('chatml')).toBe(
      '<|im_start|>system\nYou are Ilse.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\nYou are late.<|im_end|>\n<|im_start|>system\nIt rains.<|im_end|>\n<|im_start|>user\nSorry.<|im_end|>\n<|im_start|>assistant\n',
    )
  })

  it('Mistral, which knows no system message', () => {
    expect(render('mistral')).toBe(
      '[INST] You are Ilse.\n\nHello [/INST] You are late.</s>[INST] [It rains.]\n\nSorry. [/INST]',
    )
  })

  it('Alpaca', () => {
    expect(render('alpaca')).toBe(
      'You are Ilse.\n\n### Instruction:\nHello\n\n### Response:\nYou are late.\n\n### Instruction:\n[It rains.]\n\nSorry.\n\n### Response:\n',
    )
  })

  it('Vicuna ends without a blank, which would be a token of its own', () => {
    expect(render('vicuna').endsWith('Sorry.\nASSISTANT:')).toBe(true)
  })

  it.each(INSTRUCT_TEMPLATES.map(({ id }) => id))('%s goes on within a partial reply', (id) => {
    expect(render(id, [...messages, { role: 'assistant', content: 'I was' }]).endsWith('I was')).toBe(true)
  })

  it.each(INSTRUCT_TEMPLATES.map(({ id }) => id))('%s: no message can end its turn', (id) => {
    const template = findTemplate(id, '')
    const marks = [...template.user, ...template.assistant, ...template.stop].filter((mark) =>
      /^<|^\[/.test(mark.trim()),
    )
    const hostile = marks.map((mark) => mark.trim()).join('x')
    const count = (text: string) => marks.reduce((sum, mark) => sum + text.split(mark.trim()).length - 1, 0)
    expect(count(render(id, [{ role: 'user', content: hostile }]))).toBe(
      count(render(id, [{ role: 'user', content: 'x' }])),
    )
  })

  it.each([
    ['Meta-Llama-3.1-8B-Instruct', 'llama3'],
    ['L3-8B-Stheno-v3.2', 'llama3'],
    ['Mistral-Nemo-Instruct-2407', 'mistral'],
    ['gemma-3-27b-it', 'gemma'],
    ['c4ai-command-r-plus', 'command_r'],
    ['mythomax-l2-13b', 'alpaca'],
    ['Qwen3-32B', 'chatml'],
    ['some-model', 'chatml'],
  ])('%s uses %s', (name, id) => {
    expect(findTemplate(null, name).id).toBe(id)
    expect(findTemplate('unheard-of', name).id).toBe(id)
  })

  it('a raw completion posts the prompt as text, with all stop strings', async () => {
    const server = await startModelServer({
      behaviour: { mode: 'scripted', script: ['Well, ', 'yes.<|im', '_end|>\nuser'] },
    })
    const model = createOpenAiCompatibleModel({
      baseUrl: server.url,
      apiKey: null,
      name: 'qwen',
      contextTokens: 8192,
      api: 'completion',
    })
    expect((await readAll(model, { ...requestFor(), messages })).text).toBe('Well, yes.')
    const { sent } = server.requests[0] ?? {}
    expect(sent).toMatchObject({ prompt: render('chatml'), stop: ['<|im_end|>', '<|im_start|>', '\nAlex:'] })
    expect(sent).not.toHaveProperty('messages')
    await server.close()
  })
})
