import type { PromptMessage } from '../../../modules/models/module.ts'
import { type Dialect, messagesFor } from './dialect.ts'

/** How a model was trained to read a conversation, for endpoints that complete raw text. */
export interface InstructTemplate {
  id: string
  /** Which names of models use it; the first template that matches is taken. */
  names: RegExp
  /** How messages are arranged before they are rendered; most templates know no second system message. */
  roles: Dialect['roles']
  system: readonly [before: string, after: string]
  user: readonly [before: string, after: string]
  assistant: readonly [before: string, after: string]
  /** What a model writes when its turn is over. */
  stop: readonly string[]
}

const template = (id: string, names: RegExp, rest: Omit<InstructTemplate, 'id' | 'names'>): InstructTemplate => ({
  id,
  names,
  ...rest,
})

const CHATML = template('chatml', /chatml|qwen|yi-|dolphin|hermes|smollm|magnum/i, {
  roles: 'plain',
  system: ['<|im_start|>system\n', '<|im_end|>\n'],
  user: ['<|im_start|>user\n', '<|im_end|>\n'],
  assistant: ['<|im_start|>assistant\n', '<|im_end|>\n'],
  stop: ['<|im_end|>', '<|im_start|>'],
})

/** Without the mark of the beginning, which servers add themselves. */
export const INSTRUCT_TEMPLATES: readonly InstructTemplate[] = [
  template('llama3', /llama-?3|llama-?4|hermes-?3|\bl3-|stheno|lumimaid/i, {
    roles: 'plain',
    system: ['<|start_header_id|>system<|end_header_id|>\n\n', '<|eot_id|>'],
    user: ['<|start_header_id|>user<|end_header_id|>\n\n', '<|eot_id|>'],
    assistant: ['<|start_header_id|>assistant<|end_header_id|>\n\n', '<|eot_id|>'],
    stop: ['<|eot_id|>', '<|start_header_id|>'],
  }),
  template('mistral', /mistral|mixtral|nemo|magistral|cydonia|rocinante/i, {
    roles: 'no_system',
    system: ['', ''],
    user: ['[INST] ', ' [/INST]'],
    assistant: [' ', '</s>'],
    stop: ['</s>', '[INST]'],
  }),
  template('gemma', /gemma/i, {
    roles: 'no_system',
    system: ['', ''],
    user: ['<start_of_turn>user\n', '<end_of_turn>\n'],
    assistant: ['<start_of_turn>model\n', '<end_of_turn>\n'],
    stop: ['<end_of_turn>', '<start_of_turn>'],
  }),
  template('command_r', /command-?(?:r|a)|aya/i, {
    roles: 'plain',
    system: ['<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    user: ['<|START_OF_TURN_TOKEN|><|USER_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    assistant: ['<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>', '<|END_OF_TURN_TOKEN|>'],
    stop: ['<|END_OF_TURN_TOKEN|>', '<|START_OF_TURN_TOKEN|>'],
  }),
  template('phi', /\bphi-?[34]/i, {
    roles: 'plain',
    system: ['<|system|>\n', '<|end|>\n'],
    user: ['<|user|>\n', '<|end|>\n'],
    assistant: ['<|assistant|>\n', '<|end|>\n'],
    stop: ['<|end|>', '<|user|>'],
  }),
  template('deepseek', /deepseek/i, {
    roles: 'strict',
    system: ['', '\n\n'],
    user: ['<｜User｜>', ''],
    assistant: ['<｜Assistant｜>', '<｜end▁of▁sentence｜>'],
    stop: ['<｜end▁of▁sentence｜>', '<｜User｜>'],
  }),
  template('vicuna', /vicuna|wizardlm|airoboros/i, {
    roles: 'strict',
    system: ['', '\n\n'],
    user: ['USER: ', '\n'],
    assistant: ['ASSISTANT: ', '</s>\n'],
    stop: ['</s>', '\nUSER:'],
  }),
  template('alpaca', /alpaca|mythomax|mytholite|goliath|fimbulvetr|noromaid/i, {
    roles: 'strict',
    system: ['', '\n\n'],
    user: ['### Instruction:\n', '\n\n'],
    assistant: ['### Response:\n', '\n\n'],
    stop: ['\n### Instruction:', '\n### Response:'],
  }),
  CHATML,
]

/** The template with this id; for null, or an unknown one, the one that the model's name suggests, else ChatML. */
export function findTemplate(id: string | null, modelName: string): InstructTemplate {
  const byId = INSTRUCT_TEMPLATES.find((each) => each.id === id)
  return byId ?? INSTRUCT_TEMPLATES.find(({ names }) => names.test(modelName)) ?? CHATML
}

/**
 * The conversation as one text that ends where the model goes on: after the beginning of its turn, or within its last
 * message if the conversation ends with one. Marks of the template within messages become blanks.
 */
export function renderPrompt(messages: readonly PromptMessage[], template: InstructTemplate): string {
  const marks = marksOf(template)
  const arranged = messagesFor(messages, template.roles)
  let prompt = ''
  for (const [index, { role, content }] of arranged.entries()) {
    const [before, after] = template[role]
    const isBegun = role === 'assistant' && index === arranged.length - 1
    prompt += before + (marks ? content.replace(marks, ' ') : content) + (isBegun ? '' : after)
  }
  return arranged.at(-1)?.role === 'assistant' ? prompt : prompt + template.assistant[0].replace(/ +$/, '')
}

/** Everything that a message must not contain, so that no message can end its turn or begin another one. */
function marksOf({ system, user, assistant, stop }: InstructTemplate): RegExp | null {
  const texts = [...system, ...user, ...assistant, ...stop].join(' ')
  const marks = new Set(texts.match(/<[^<> ]*>|\[\/?[A-Z]+\]/g) ?? [])
  if (marks.size === 0) return null
  return new RegExp([...marks].map((mark) => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g')
}
