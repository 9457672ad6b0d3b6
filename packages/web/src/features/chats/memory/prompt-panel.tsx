import type { ApiData } from '@everkin/contract/api-types.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { PanelFrame, PanelPlaceholder } from '../panels/panel-frame.tsx'
import { sectionClass, sectionNameKey } from './prompt-parts.ts'
import './prompt-panel.css'

type Prompt = ApiData<'GET /api/chat/prompt'>
type Section = Prompt['sections'][number]

interface PromptPanelProps {
  chatId: string
  /** The reply whose prompt is shown; null for the prompt of the next reply. */
  messageId: string | null
  onClose: () => void
}

/** A prompt by parts, each with its share of the tokens: third pane on wide screens, full screen on phones. */
export function PromptPanel({ chatId, messageId, onClose }: PromptPanelProps) {
  const text = useText()
  const { prompt, failure, retry } = usePrompt(chatId, messageId)
  return (
    <PanelFrame
      title={text('chats.memory.modelSaw')}
      about={
        prompt ? (
          <p className="caption faint figures">
            <bdi>{prompt.model}</bdi> ·{' '}
            {text('chats.prompt.tokens', { used: prompt.tokens, total: prompt.context_tokens })}
            {prompt.unchanged_share === null ? null : (
              <>
                <br />
                {text('chats.prompt.unchanged', { share: Math.round(prompt.unchanged_share * 100) })}
              </>
            )}
          </p>
        ) : null
      }
      onClose={onClose}
    >
      {prompt ? <Sections prompt={prompt} /> : null}
      <PanelPlaceholder
        isLoaded={prompt !== null}
        failure={failure}
        label={text('chats.prompt.loading')}
        onRetry={retry}
      />
    </PanelFrame>
  )
}

function Sections({ prompt }: { prompt: Prompt }) {
  const text = useText()
  const toasts = useToast()
  const nameOf = ({ kind, label }: Section) => {
    const key = sectionNameKey(kind)
    return key ? text(key) : label
  }
  const copy = async () => {
    const sectionText = (section: Section) => `# ${nameOf(section)}\n${section.text ?? text('chats.prompt.hidden')}`
    const words = prompt.sections.map(sectionText).join('\n\n')
    if (await copyText(words)) toasts.show(text('shell.actions.copied'))
  }
  return (
    <>
      <ol className="prompt-sections">
        {prompt.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections of one prompt never move
          <li key={index} className={sectionClass(section.kind)}>
            <details>
              <summary>
                <h3 className="title-3">{nameOf(section)}</h3>
                <span className="caption muted figures">{text('chats.usage.tokens', { count: section.tokens })}</span>
                <Icon name="caret-down" size="small" />
              </summary>
              {section.text === null ? (
                <p className="small faint prompt-text">{text('chats.prompt.hidden')}</p>
              ) : (
                <p className="small muted prompt-text" dir="auto">
                  {section.text}
                </p>
              )}
            </details>
            {section.clipped > 0 ? (
              <p className="caption muted prompt-text">{text('personas.note.clipped', { count: section.clipped })}</p>
            ) : null}
          </li>
        ))}
      </ol>
      <Button wide onClick={() => void copy()}>
        <Icon name="copy" size="small" />
        {text('chats.prompt.copyAll')}
      </Button>
    </>
  )
}

function usePrompt(chatId: string, messageId: string | null) {
  const text = useText()
  const [prompt, setPrompt] = useState<Prompt | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    const abort = new AbortController()
    setPrompt(null)
    setFailure(null)
    callApi('GET /api/chat/prompt', {
      query: { chat_id: chatId, message_id: messageId ?? undefined },
      signal: abort.signal,
    }).then(setPrompt, (error: unknown) => {
      if (!abort.signal.aborted) setFailure(errorMessage(error, text))
    })
    return () => abort.abort()
  }, [chatId, messageId, attempt])
  return { prompt, failure, retry: () => setAttempt((count) => count + 1) }
}
