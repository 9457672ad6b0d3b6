import type { PromptMessage, TextModel } from '../chats/text-model.ts'

/** A slow model on this machine may think for long; silence is ended by the model's own limits. */
const WITHIN_MS = 30 * 60_000

/** One answer of a language model, whole. @throws TextModelError; the reason of `signal`. */
export async function askModel(
  model: TextModel,
  messages: PromptMessage[],
  { maxTokens, locale, signal }: { maxTokens: number; locale: string; signal: AbortSignal },
): Promise<string> {
  let answer = ''
  const parts = model.stream({
    messages,
    // For models that read no prompt; they are not asked.
    scene: {
      locale,
      characterName: '',
      personName: '',
      tagline: '',
      description: '',
      personality: '',
      scenario: '',
      greeting: '',
      exampleDialogue: '',
      lore: [],
      turns: [],
      begun: '',
      variantIndex: 0,
    },
    maxReplyTokens: maxTokens,
    stop: [],
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
  })
  for await (const part of parts) {
    if (part.type === 'text') answer += part.text
    else if (part.type === 'retract') answer = ''
  }
  return answer
}
