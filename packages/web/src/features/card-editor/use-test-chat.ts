import { LIMITS } from '@everkin/contract/limits.ts'
import type { CrisisHelp } from '@everkin/contract/types.ts'
import { useEffect, useRef, useState } from 'react'
import { errorMessage, isAgeUnknown } from '../../api/api-error.ts'
import { streamEvents } from '../../api/stream.ts'
import { useText } from '../../i18n/use-text.ts'
import { type SingleForm, singleBody } from './single-form.ts'

export interface TestLine {
  role: 'user' | 'character'
  text: string
}

/**
 * A chat with the character of a form, of which the server stores nothing. `incoming` is the reply while it streams,
 * null at other times. Leaving the page stops it.
 */
export function useTestChat(form: SingleForm, opening: string, onAgeUnknown: (then: () => void) => void) {
  const text = useText()
  const firstLines: TestLine[] = opening ? [{ role: 'character', text: opening }] : []
  const [lines, setLines] = useState(firstLines)
  const [incoming, setIncoming] = useState<string | null>(null)
  const [isDemo, setIsDemo] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [help, setHelp] = useState<CrisisHelp | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function ask(nextLines: TestLine[]): Promise<void> {
    const abort = new AbortController()
    current.current = abort
    setLines(nextLines)
    setIncoming('')
    setFailure(null)
    setHelp(null)
    let reply = ''
    try {
      const { avatar: _, album: __, ...card } = singleBody(form, null)
      const body = { card, messages: nextLines.slice(-LIMITS.testMessages) }
      for await (const event of streamEvents('POST /api/editor/testReply', body, abort.signal)) {
        reply = event.type === 'delta' ? reply + event.text : event.text
        setIncoming(reply)
        if (event.type === 'done') {
          setIsDemo(event.voice_demo)
          setHelp(event.help)
        }
      }
    } catch (error) {
      if (isAgeUnknown(error)) onAgeUnknown(() => void ask(nextLines))
      else if (!abort.signal.aborted) setFailure(errorMessage(error, text))
    }
    if (current.current !== abort) return
    if (reply) setLines([...nextLines, { role: 'character', text: reply }])
    setIncoming(null)
  }

  function restart(): void {
    setFailure(null)
    setHelp(null)
    setLines(firstLines)
  }

  return { lines, incoming, isDemo, failure, help, ask, stop: () => current.current?.abort(), restart }
}
