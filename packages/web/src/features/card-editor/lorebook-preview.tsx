import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { entryTitle, type LoreEntry } from './lore-book.ts'

type Found = ApiData<'POST /api/editor/testLorebook'>

/** Shows which entries a text activates, and why, by the same rules that replies use. */
export function LorebookPreview({ book, entries, name }: { book: unknown; entries: LoreEntry[]; name: string }) {
  const text = useText()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<{ by: unknown; result: Found } | null>(null)

  const { run, isBusy, error } = useMutation(async () => {
    const result = await callApi('POST /api/editor/testLorebook', {
      body: { character_book: book, text: words, name: truncateText(name, LIMITS.nameLength) },
    })
    setFound({ by: book, result })
  })

  return (
    <div className="lore-test">
      <TextArea
        label={text('card-editor.lore.test')}
        help={text('card-editor.lore.testHint')}
        dir="auto"
        rows={2}
        maxLength={LIMITS.messageLength}
        value={words}
        error={error}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="editor-row">
        <Button size="small" busy={isBusy} disabled={words.trim() === ''} onClick={() => void run()}>
          <Icon name="flask" size="small" />
          {text('card-editor.lore.testRun')}
        </Button>
      </div>
      <div role="status">
        {/* Results for an earlier state of the book are out of date and therefore hidden. */}
        {found && found.by === book ? <Outcome found={found.result} entries={entries} /> : null}
      </div>
    </div>
  )
}

function Outcome({ found, entries }: { found: Found; entries: LoreEntry[] }) {
  const text = useText()
  const format = useFormat()
  const told = found.entries.filter(({ fires, why }) => fires || !['none', 'disabled'].includes(why))
  const fired = found.entries.filter(({ fires }) => fires).length
  return (
    <>
      <p className="small muted">
        {fired === 0
          ? text('card-editor.lore.none')
          : text('card-editor.lore.fired', { count: fired, tokens: format.number(found.tokens) })}
      </p>
      <ul className="lore-found">
        {told.map(({ index, fires, keys, why }) => {
          const entry = entries[index]
          return (
            <li key={index}>
              <Icon name={fires ? 'check-circle-fill' : 'x'} size="small" />
              <span>
                <b dir="auto">{(entry && entryTitle(entry)) || text('card-editor.lore.unnamed')}</b>
                <span className="small muted">
                  {why === 'key' || why === 'recursion'
                    ? text(`card-editor.lore.why.${why}`, { keys: format.list(keys) })
                    : text(`card-editor.lore.why.${why}`)}
                </span>
                {entry ? <TimedEffects entry={entry} fires={fires} /> : null}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** What happens in later messages, or what the entry waits for. */
function TimedEffects({ entry, fires }: { entry: LoreEntry; fires: boolean }) {
  const text = useText()
  const effects = [
    !fires && entry.delay > 1 && text('card-editor.lore.timed.delay', { count: entry.delay }),
    fires && entry.sticky > 0 && text('card-editor.lore.timed.sticky', { count: entry.sticky }),
    fires && entry.cooldown > 0 && text('card-editor.lore.timed.cooldown', { count: entry.cooldown }),
  ].filter((effect) => typeof effect === 'string')
  return effects.map((effect) => (
    <span key={effect} className="small muted">
      {effect}
    </span>
  ))
}
